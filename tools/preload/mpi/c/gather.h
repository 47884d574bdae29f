/*
 * Joins what each rank has to one, at the lowest rank: bytes, by a function that merges two of them.
 *
 * First the ranks of each machine join theirs, and then the lowest ranks of all machines, each time as a binomial tree: in round i, those
 * whose number divides by 2^(i+1) receive from the one 2^i above. So each rank sends once, rank 0 merges as often as there are rounds,
 * and no rank ever holds more than three: its own, the one received, and what they come to. The tree is the same whenever the ranks lie
 * on the same machines, and so is the result.
 *
 * Where groups of ranks are to stay apart, groups of neighbours are in the place of machines, and what they come to is put one behind
 * another: each with its length before it, as a uint64_t.
 *
 * The receiver answers whether it could merge. Where it could not, the sender keeps what it has.
 */
#ifndef TM_GATHER_H
#define TM_GATHER_H

#include <stddef.h>

#include "library.h"

#pragma GCC visibility push(hidden)

struct tm_bytes {
    void* at; /* of malloc */
    size_t length;
};

struct tm_gathering {
    /* Makes `into` what both come to, and frees `from`; false where they cannot be merged, and then both stay as they are. */
    bool (*merge)(struct tm_gathering*, struct tm_bytes* into, struct tm_bytes* from, int rank_of_from);
    /* Into how many groups of neighbouring ranks, which stay apart; 1 for one of all. */
    int groups;
    /* The rank has what all ranks of its machine come to, before it goes on to the others; may be NULL. Not where there are groups. */
    void (*of_machine)(struct tm_gathering*, const struct tm_bytes* all, int ranks);
};

enum tm_gathered {
    TM_ALL_HERE, /* the rank has what all come to, but for those that kept theirs */
    TM_PASSED_ON,
    TM_KEPT /* the rank is to use what it has itself: it could not be merged, or communication failed */
};

/*
 * All ranks of MPI_COMM_WORLD call it, between MPI_Init and the end of MPI_Finalize. `own` becomes what the rank has in the end;
 * `are_groups`, whether that is groups one behind another.
 */
extern enum tm_gathered tm_gather(struct tm_gathering* gathering, struct tm_bytes* own, bool* are_groups);

/* Rank in MPI_COMM_WORLD. */
extern int tm_world_rank(void);
extern int tm_world_size(void);

#pragma GCC visibility pop

#endif
