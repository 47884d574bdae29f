/* Gotcha functions beyond those in timemory/gotcha.h, for code with its own bundles. */
#ifndef TM_GOTCHA_H
#define TM_GOTCHA_H

#include <stdatomic.h>
#include <stdint.h>

#include "timemory/gotcha.h"

#pragma GCC visibility push(hidden)

/* Like timemory_gotcha_create, with a bundle of gotcha_host.h; 0 for none. */
extern timemory_gotcha* tm_gotcha_of(intptr_t bundle, int priority);

/* The number of calls of a wrapped function in which nothing could be run. */
struct tm_unseen {
    _Atomic(uint64_t) calls;
};
extern uint64_t tm_gotcha_unseen(const timemory_gotcha* gotcha, const char* function);

#pragma GCC visibility pop

#endif
