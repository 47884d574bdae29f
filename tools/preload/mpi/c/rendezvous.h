/*
 * Whether the ranks can be waited for. A rank that was started without this library never responds, and MPI_Finalize would not return on
 * the others: before ranks exchange results each makes sure, with a timeout, that all of them are at this point.
 *
 * MPI has no function that reports which ranks have arrived. So they start a non-blocking barrier, and check whether it has completed:
 * once, for as long as the settings say, because others may still have a lot to do; and once more, for a moment, because the barrier of a
 * late rank may complete although others have given up on it. No rank gives up between the two, so either all continue or none does.
 */
#ifndef TM_RENDEZVOUS_H
#define TM_RENDEZVOUS_H

#include "library.h"

/* Whether all ranks of MPI_COMM_WORLD have called it; false after the given number of seconds, which the rank reports. */
extern bool tm_all_ranks_are_here(int rank, int seconds) __attribute__((visibility("hidden")));

#endif
