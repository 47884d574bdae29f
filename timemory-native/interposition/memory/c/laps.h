/*
 * For the components malloc_gotcha and memory_allocations (timemory-counters), which call these by their addresses: what was allocated
 * between two moments, by the calling thread or by all. Numbers are returned in memory of the thread's own, which the next call overwrites.
 */
#ifndef TM_MEMORY_LAPS_H
#define TM_MEMORY_LAPS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Counts from now on; NULL, or why nothing is counted. */
extern const char* timemory_memory_count(void);
extern void timemory_memory_end_counting(void);

/* The numbers at the beginning, of which that of the peak is for the end; NULL while nothing is counted. */
extern const int64_t* timemory_memory_begin(int64_t of_all);

/* The numbers at the end of what had this net and peak at its beginning; that of the peak is how far above `net` it rose. */
extern const int64_t* timemory_memory_end(int64_t of_all, int64_t net, int64_t peak);

/* For each function calls, requested, allocated and freed, one after the other, where `into` is not NULL; how many functions there are. */
extern int64_t timemory_memory_functions(int64_t of_all, int64_t* into);
extern const char* timemory_memory_function(int64_t number);

/* How often measuring without a region was started, in programs that can (process_allocations.c). */
extern int tm_memory_holders;

/* What components call, each after the address of its name, and 0; with those of blocks.h. */
extern const int64_t tm_memory_functions[];

#pragma GCC visibility pop

static inline bool tm_memory_is_held(void) { return __atomic_load_n(&tm_memory_holders, __ATOMIC_RELAXED) > 0; }

#endif
