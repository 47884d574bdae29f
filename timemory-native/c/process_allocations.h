/*
 * What the process allocates while nobody has a region for it: for libtimemory-mallocp.so.
 */
#ifndef TM_PROCESS_ALLOCATIONS_H
#define TM_PROCESS_ALLOCATIONS_H

#include <stdbool.h>

#define FOR_MALLOCP __attribute__((visibility("default"))) extern

/* Measures until it is released as often; NULL, or why it does not. */
FOR_MALLOCP const char* timemory_memory_start_process_tracking(void);

/* Whether that was the last: then what came since the first is recorded, as a lap of a region named after the program. */
FOR_MALLOCP bool timemory_memory_stop_process_tracking(void);

/* The same for as long as the process lives, which knows nothing of it: its results are to be in nobody's way. */
FOR_MALLOCP const char* timemory_memory_start_process_tracking_implicitly(void);

/*
 * The process ends, or becomes another: results are written if somebody holds, and whether they were. Nothing in a child, and where a
 * session has ended already.
 */
FOR_MALLOCP bool timemory_memory_finish(void);

#pragma GCC visibility push(hidden)

/* The next lap of memory_allocations that the calling thread begins is to begin where this began; false where nobody holds. */
extern bool tm_memory_take(void);

/* What its region is called: the program. */
extern const char* tm_memory_label(void);

/* It begins anew. */
extern void tm_memory_begin_again(void);

#pragma GCC visibility pop

#endif
