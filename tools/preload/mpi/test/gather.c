/*
 * The tree in which ranks merge their data, with text instead of results: each rank's number, one per line. Compiled together with the
 * library's own files, as none of this is visible outside.
 *
 *     gather MACHINES KEEP [BYTES [GROUPS]]: as if the ranks were on so many machines; rank KEEP has what cannot be merged; as long as
 *     BYTES; in so many groups, in brackets
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../c/gather.h"

static int most_held; /* the rank's own, the received and the merged lines */

/* Sorted lines; those that start with x cannot be merged with others. */
static bool merge(struct tm_gathering* gathering, struct tm_bytes* into, struct tm_bytes* from, int rank) {
    (void)gathering;
    if (*(char*)from->at == 'x' || *(char*)into->at == 'x') return false;
    int first = atoi(from->at);
    if (first != rank) {
        fprintf(stderr, "what rank %d sent begins with %d\n", rank, first);
        exit(1);
    }
    if (most_held < 3) most_held = 3;
    char* both = malloc(into->length + from->length);
    memcpy(both, into->at, into->length);
    memcpy(both + into->length, from->at, from->length);
    free(into->at);
    free(from->at);
    *into = (struct tm_bytes){both, into->length + from->length};
    return true;
}

static void of_machine(struct tm_gathering* gathering, const struct tm_bytes* all, int ranks) {
    (void)gathering;
    fprintf(stderr, "machine of %d ranks: %zu bytes\n", ranks, all->length);
}

static int machines = 1;

/* Replaces MPI's function: this machine is as many as the test wants. */
int PMPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* part) {
    (void)type, (void)info;
    int rank;
    PMPI_Comm_rank(comm, &rank);
    return PMPI_Comm_split(comm, rank % machines, key, part);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    machines = atoi(argv[1]);
    size_t length = argc > 3 ? strtoull(argv[3], NULL, 10) : 16;
    struct tm_bytes own = {malloc(length), length};
    memset(own.at, '.', length);
    snprintf(own.at, length, "%s%06d", atoi(argv[2]) == rank ? "x" : "", rank);
    ((char*)own.at)[length - 1] = '\n';
    struct tm_gathering gathering = {merge, argc > 4 ? atoi(argv[4]) : 1, of_machine};
    bool are_groups;
    enum tm_gathered gathered = tm_gather(&gathering, &own, &are_groups);
    static const char* const names[] = {"all", "passed on", "kept"};
    printf("%s:", names[gathered]);
    for (size_t at = 0, end; own.at != NULL && at < own.length; at = end) {
        uint64_t of_group = own.length;
        if (are_groups) memcpy(&of_group, (char*)own.at + at, sizeof of_group), at += sizeof of_group, printf(" [");
        for (end = at + of_group; at < end; at += length) printf(" %s", (char*)own.at + at);
        if (are_groups) printf(" ]");
    }
    printf("\n");
    free(own.at);
    MPI_Finalize();
    return 0;
}
