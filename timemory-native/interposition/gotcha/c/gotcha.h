/* Functions of gotchas besides timemory/gotcha.h, for code with bundles of its own. */
#ifndef TM_GOTCHA_H
#define TM_GOTCHA_H

#include <stdatomic.h>
#include <stdint.h>

#include "timemory/gotcha.h"

#pragma GCC visibility push(hidden)

/* As timemory_gotcha_create, with a bundle of gotcha_host.h; 0 for none. */
extern timemory_gotcha* tm_gotcha_of(intptr_t bundle, int priority);

/* Calls of a wrapped function that passed by because nothing could be run in them. */
struct tm_unseen {
    _Atomic(uint64_t) calls;
};
extern uint64_t tm_gotcha_unseen(const timemory_gotcha* gotcha, const char* function);

#pragma GCC visibility pop

#endif
