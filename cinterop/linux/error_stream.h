/* The standard error stream, for messages while the program runs. It may have no reader, and its pipe may be full. */
#ifndef TIMEMORY_ERROR_STREAM_H
#define TIMEMORY_ERROR_STREAM_H

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

#include "clock.h"

enum { TIMEMORY_MAX_STDERR_WAIT_MS = 1000 };

static inline int64_t timemory_stderr_clock_ms(void) { return timemory_clock(CLOCK_MONOTONIC) / 1000000; }

/*
 * Whether it accepts a line now, or within a second: a thread that reports something waits no longer. If it does not, later lines are not
 * waited for until it accepts one.
 */
static inline bool timemory_stderr_takes_line(void) {
    static volatile bool is_blocked = false;
    struct pollfd asked = {.fd = STDERR_FILENO, .events = POLLOUT};
    int64_t end = timemory_stderr_clock_ms() + (is_blocked ? 0 : TIMEMORY_MAX_STDERR_WAIT_MS), left;
    int ready;
    do {
        left = end - timemory_stderr_clock_ms();
        ready = poll(&asked, 1, left > 0 ? (int)left : 0);
    } while (ready < 0 && errno == EINTR && left > 0);
    is_blocked = ready == 0 || (ready < 0 && errno == EINTR);
    return !is_blocked;
}

#endif
