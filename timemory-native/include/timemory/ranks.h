/*
 * Merging the results of many processes: results as bytes, which can be sent anywhere and merged in any order. libtimemory-mpip.so does
 * this at the end of MPI programs.
 *
 * All functions are thread-safe. Functions that fail return NULL or false; timemory_error returns the reason. Free returned bytes with
 * timemory_free.
 */
#ifndef TIMEMORY_RANKS_H
#define TIMEMORY_RANKS_H

#include <stddef.h>

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * If `keeps` is true, timemory_finalize_library keeps the results for timemory_take_results instead of writing them. Results that are not
 * taken are written when the process ends, even by a signal, or when this is called with false.
 */
extern void timemory_keep_results(bool keeps) TIMEMORY_VISIBLE;

/*
 * Ends the session if necessary and returns the results of this process, which are then not written; the results have no regions if it did
 * not measure. `rank` is its rank, starting at 0.
 */
extern char* timemory_take_results(int rank, size_t* length) TIMEMORY_VISIBLE;

/* Merges two results. Results measured with different components or settings may not be mergeable. */
extern char* timemory_merge_results(const char* some, size_t length, const char* others, size_t length_of_others,
                                    size_t* merged) TIMEMORY_VISIBLE;

/*
 * Writes and prints results according to the settings, as at the end of the process. File names start with OUTPUT_PREFIX and `prefix`; NULL
 * for none.
 */
extern bool timemory_write_results(const char* results, size_t length, const char* prefix) TIMEMORY_VISIBLE;

/*
 * Writes the results of several groups of ranks, each preceded by its length as a uint64_t. Tables and reports show all of them merged;
 * files in timemory's layout keep the groups separate.
 */
extern bool timemory_write_groups(const char* groups, size_t length, const char* prefix) TIMEMORY_VISIBLE;

/*
 * Returns the number of groups of adjacent ranks to merge, according to COLLAPSE_PROCESSES and NODE_COUNT; 1 to merge all. Call it after
 * timemory_take_results.
 */
extern int timemory_rank_groups(int rank, int ranks) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
