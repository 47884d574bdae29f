/* Stops the threads of another process with ptrace, one by one or all at once. */
#ifndef TM_THREADS_H
#define TM_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "target.h"

struct tm_thread {
    pid_t id;
    int signal; /* that was about to be delivered */
};

struct tm_threads {
    struct tm_thread* all;
    size_t count, room;
};

/* Stops a thread; false if that fails, with the reason in errno: ESRCH if it has ended. */
extern bool tm_stop_thread(pid_t id, struct tm_thread* thread);

/* Resumes it as if nothing had happened. */
extern void tm_release_thread(const struct tm_thread* thread);

/* Stops all threads, including those that start meanwhile; false, with all resumed, if that is not possible. */
extern bool tm_stop_all(const struct tm_target* target, struct tm_threads* threads);

extern void tm_release_all(struct tm_threads* threads);

#endif
