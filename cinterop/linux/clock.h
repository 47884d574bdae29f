/* Readings of the kernel's clocks. */
#ifndef TIMEMORY_CLOCK_H
#define TIMEMORY_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Returns the time of the clock in nanoseconds; -1 if it cannot be read. */
static inline int64_t timemory_clock(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return -1;
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
