/* What each thread has of its own, and its end. */
#ifndef TM_THREADS_H
#define TM_THREADS_H

#include <limits.h>

#include "got.h"

/* As often is a thread told that it ends, if it wants: what it calls later comes after all that could give anything back. */
enum { TM_ENDS = PTHREAD_DESTRUCTOR_ITERATIONS };
static inline bool tm_has_ended(const struct tm_got_thread* thread) { return thread->ends >= TM_ENDS; }

/* What threads have is given back when they end from now on; false without memory. */
extern bool tm_watch_end_of_thread(void) __attribute__((visibility("hidden")));

/* Ends the calls that the thread is in the midst of. */
extern void tm_forget_open(struct tm_got_thread* thread) __attribute__((visibility("hidden")));

#endif
