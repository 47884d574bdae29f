/* The threads of another process, stopped one by one or all at once by ptrace. */
#ifndef TM_THREADS_H
#define TM_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "target.h"

struct tm_thread {
    pid_t id;
    int signal; /* that it was about to get */
};

struct tm_threads {
    struct tm_thread* all;
    size_t count, room;
};

/* Stops a thread; false where it may not, errno says why: ESRCH where it has ended. */
extern bool tm_stop_thread(pid_t id, struct tm_thread* thread);

/* Resumes it as if nothing had happened. */
extern void tm_release_thread(const struct tm_thread* thread);

/* Stops all threads, also those that begin meanwhile; false, with all resumed, if that is not possible. */
extern bool tm_stop_all(const struct tm_target* target, struct tm_threads* threads);

extern void tm_release_all(struct tm_threads* threads);

#endif
