/*
 * Allocations of the whole process, outside of regions: for libtimemory-mallocp.so.
 */
#ifndef TM_PROCESS_ALLOCATIONS_H
#define TM_PROCESS_ALLOCATIONS_H

#include <stdbool.h>

#define FOR_MALLOCP __attribute__((visibility("default"))) extern

/* Starts tracking, reference-counted. Returns NULL, or an error message. */
FOR_MALLOCP const char* timemory_memory_start_process_tracking(void);

/* Releases a reference. Returns whether it was the last: then allocations since the first are recorded as a lap of a region named after the
 * program. */
FOR_MALLOCP bool timemory_memory_stop_process_tracking(void);

/* Tracks until exit without the program requesting it: the results must not affect the program. */
FOR_MALLOCP const char* timemory_memory_start_process_tracking_implicitly(void);

/*
 * Called when the process ends or is replaced. Writes the results if tracking is active, and returns whether it did. Does nothing in a
 * child process or after the session.
 */
FOR_MALLOCP bool timemory_memory_finish(void);

#pragma GCC visibility push(hidden)

/* Makes the next lap of memory_allocations on the calling thread start where tracking started; false if tracking is not active. */
extern bool tm_memory_take(void);

/* The label of its region: the name of the program. */
extern const char* tm_memory_label(void);

/* Restarts tracking. */
extern void tm_memory_begin_again(void);

#pragma GCC visibility pop

#endif
