/*
 * Whether the ranks can be waited for. A rank that was started without this library never answers, and MPI_Finalize would not return on
 * the others: before ranks exchange results each makes sure, within bounded time, that all of them are at this point.
 *
 * MPI has no function that says which ranks have come. So they begin a barrier that does not block, and look whether it has ended: once,
 * for as long as the settings say, as others may have much to do still; and once more, for a moment, since the barrier of a rank that comes
 * late may end though others have given up on it. Nobody gives up between the two, so either all go on or none does.
 */
#ifndef TM_RENDEZVOUS_H
#define TM_RENDEZVOUS_H

#include "library.h"

/* Whether all ranks of MPI_COMM_WORLD have called it; false after so many seconds, and the rank says so. */
extern bool tm_all_ranks_are_here(int rank, int seconds) __attribute__((visibility("hidden")));

#endif
