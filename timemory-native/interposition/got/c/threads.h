/* Data of each thread, and its release when the thread ends. */
#ifndef TM_THREADS_H
#define TM_THREADS_H

#include <limits.h>

#include "got.h"

/* The maximum number of destructor rounds of a thread: later calls come after everything that could release memory. */
enum { TM_ENDS = PTHREAD_DESTRUCTOR_ITERATIONS };
static inline bool tm_has_ended(const struct tm_got_thread* thread) { return thread->ends >= TM_ENDS; }

/* Releases the data of the calling thread when it ends; false without memory. */
extern bool tm_watch_end_of_thread(void) __attribute__((visibility("hidden")));

/* Ends the thread's open calls. */
extern void tm_forget_open(struct tm_got_thread* thread) __attribute__((visibility("hidden")));

#endif
