/*
 * For the components malloc_gotcha and memory_allocations (timemory-counters), which call these by their addresses: what was allocated
 * between two moments, by the calling thread or by all. Numbers are returned in memory of the thread's own, which the next call overwrites.
 */
#ifndef TM_MEMORY_LAPS_H
#define TM_MEMORY_LAPS_H

#include <stdbool.h>
#include <stdint.h>

#define FOR_COMPONENTS __attribute__((visibility("default"))) extern

/* Counts from now on; NULL, or why nothing is counted. */
FOR_COMPONENTS const char* timemory_memory_count(void);
FOR_COMPONENTS void timemory_memory_end_counting(void);

/* The numbers at the beginning, of which that of the peak is for the end; NULL while nothing is counted. */
FOR_COMPONENTS const int64_t* timemory_memory_begin(int64_t of_all);

/* The numbers at the end of what had this net and peak at its beginning; that of the peak is how far above `net` it rose. */
FOR_COMPONENTS const int64_t* timemory_memory_end(int64_t of_all, int64_t net, int64_t peak);

/* For each function calls, requested, allocated and freed, one after the other, where `into` is not NULL; how many functions there are. */
FOR_COMPONENTS int64_t timemory_memory_functions(int64_t of_all, int64_t* into);
FOR_COMPONENTS const char* timemory_memory_function(int64_t number);

#pragma GCC visibility push(hidden)

/* Whether somebody measures without a region (held.c). */
extern bool tm_memory_is_held(void);

#pragma GCC visibility pop

#endif
