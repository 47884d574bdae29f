/*
 * For the components malloc_gotcha and memory_allocations (timemory-counters), which call these by address: allocations between two points
 * in time, by the calling thread or by all. Numbers are returned in thread-local memory, which the next call overwrites.
 */
#ifndef TM_MEMORY_LAPS_H
#define TM_MEMORY_LAPS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Starts counting; returns NULL, or why nothing can be counted. */
extern const char* timemory_memory_count(void);
extern void timemory_memory_end_counting(void);

/* The numbers at the start, of which the peak is needed at the end; NULL while nothing is counted. */
extern const int64_t* timemory_memory_begin(int64_t of_all);

/* The numbers at the end, given net and peak at the start; the peak is how far it rose above `net`. */
extern const int64_t* timemory_memory_end(int64_t of_all, int64_t net, int64_t peak);

/*
 * Stores calls and bytes requested, allocated and freed for each function, in turn, unless `into` is NULL; returns the number of functions.
 */
extern int64_t timemory_memory_functions(int64_t of_all, int64_t* into);
extern const char* timemory_memory_function(int64_t number);

/* How often measuring without a region was started, in programs that can do so (process_allocations.c). */
extern int tm_memory_holders;

/* The functions that components call, each after the address of its name, and 0; including those of blocks.h. */
extern const int64_t tm_memory_functions[];

#pragma GCC visibility pop

static inline bool tm_memory_is_held(void) { return __atomic_load_n(&tm_memory_holders, __ATOMIC_RELAXED) > 0; }

#endif
