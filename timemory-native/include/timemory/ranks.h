/*
 * The results of many processes as one, for whoever can reach them all: results as bytes, which can be sent anywhere and merged in any
 * grouping. libtimemory-mpip.so does so at the end of programs that use MPI.
 *
 * Any function may be called from any thread. What fails returns NULL or false, and timemory_error says why. Bytes that are returned are
 * for timemory_free.
 */
#ifndef TIMEMORY_RANKS_H
#define TIMEMORY_RANKS_H

#include <stddef.h>

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Whether from now on what was measured is not written where measuring ends by timemory_finalize_library, but kept for
 * timemory_take_results. Where nobody takes it, it is written when the process ends, be it by a signal; what is kept, when this is called
 * with false.
 */
extern void timemory_keep_results(bool keeps) TIMEMORY_VISIBLE;

/*
 * Ends measuring, unless it has ended, and returns the results of this process, which are not written then; without any regions where it
 * did not measure. `rank` is its number, from 0 on.
 */
extern char* timemory_take_results(int rank, size_t* length) TIMEMORY_VISIBLE;

/* What two results are together. Those that were measured with other components or settings may not be merged. */
extern char* timemory_merge_results(const char* some, size_t length, const char* others, size_t length_of_others,
                                    size_t* merged) TIMEMORY_VISIBLE;

/*
 * Writes and prints results as the settings say, as at the end. The names of files begin with `prefix` after OUTPUT_PREFIX; NULL for none.
 */
extern bool timemory_write_results(const char* results, size_t length, const char* prefix) TIMEMORY_VISIBLE;

/*
 * As timemory_write_results, for results of several groups of ranks: each with its length before it, as a uint64_t. Tables and reports are
 * of all together; in files of timemory's layout each group is for itself.
 */
extern bool timemory_write_groups(const char* groups, size_t length, const char* prefix) TIMEMORY_VISIBLE;

/*
 * Into how many groups of neighbours so many ranks are to join their results, as COLLAPSE_PROCESSES and NODE_COUNT say; 1 for one of all.
 * To be asked after timemory_take_results.
 */
extern int timemory_rank_groups(int rank, int ranks) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
