/*
 * Merges the results of all ranks at the lowest rank: bytes, with a function that merges two of them.
 *
 * First the ranks of each machine merge theirs, and then the lowest ranks of all machines, each time as a binomial tree: in round i, those
 * whose number is divisible by 2^(i+1) receive from the one 2^i above. So each rank sends once, rank 0 merges as often as there are rounds,
 * and no rank ever holds more than three results: its own, the received one, and the merged one. The tree is the same whenever the ranks
 * are on the same machines, and so is the result.
 *
 * If groups of ranks are to be kept separate, groups of adjacent ranks take the place of machines, and their results are concatenated, each
 * preceded by its length as a uint64_t.
 *
 * The receiver replies whether it could merge. If it could not, the sender keeps its results.
 */
#ifndef TM_GATHER_H
#define TM_GATHER_H

#include <stddef.h>

#include "library.h"

#pragma GCC visibility push(hidden)

struct tm_bytes {
    void* at; /* allocated by malloc */
    size_t length;
};

struct tm_gathering {
    /* Merges `from` into `into`, and frees `from`; false if they cannot be merged, and then both are unchanged. */
    bool (*merge)(struct tm_gathering*, struct tm_bytes* into, struct tm_bytes* from, int rank_of_from);
    /* The number of groups of adjacent ranks, which are kept separate; 1 for a single group. */
    int groups;
    /* Called when the rank has the merged results of its machine, before merging with the others; may be NULL. Not used with groups. */
    void (*of_machine)(struct tm_gathering*, const struct tm_bytes* all, int ranks);
};

enum tm_gathered {
    TM_ALL_HERE, /* the rank has the merged results of all, except for ranks that kept theirs */
    TM_PASSED_ON,
    TM_KEPT /* the rank must use its own results: they could not be merged, or communication failed */
};

/*
 * All ranks of MPI_COMM_WORLD call it, between MPI_Init and the end of MPI_Finalize. `own` becomes the final results of the rank;
 * `are_groups` whether they are concatenated groups.
 */
extern enum tm_gathered tm_gather(struct tm_gathering* gathering, struct tm_bytes* own, bool* are_groups);

/* Rank in MPI_COMM_WORLD. */
extern int tm_world_rank(void);
extern int tm_world_size(void);

#pragma GCC visibility pop

#endif
