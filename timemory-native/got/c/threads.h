/* What each thread has of its own, and its end. */
#ifndef TM_THREADS_H
#define TM_THREADS_H

#include "got.h"

/* What threads have is given back when they end from now on; false without memory. */
extern bool tm_watch_end_of_thread(void) __attribute__((visibility("hidden")));

/* Ends the calls that the thread is in the midst of. */
extern void tm_forget_open(struct tm_got_thread* thread) __attribute__((visibility("hidden")));

#endif
