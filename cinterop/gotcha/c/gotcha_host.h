/*
 * What gotchas need of the Kotlin/Native program that they are part of: see timemory-native/interposition/gotcha/c/gotcha.c.
 *
 * **Kotlin may be called in a call only where its runtime does not run.** C code called by cinterop, and threads that the runtime does not
 * know, may. In code of the runtime, and in what it calls directly (kotlin.math.cos calls cos that way), the thread counts as one that runs
 * Kotlin: entered a second time it would leave as one that does not, and the collector would move on while it runs. Such calls pass by, and
 * are counted.
 */
#ifndef TM_GOTCHA_HOST_H
#define TM_GOTCHA_HOST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "kotlin_gotcha.h"

static inline bool tm_may_run(struct tm_unseen* unseen) {
    if (tm_kotlin.may_run()) return true;
    atomic_fetch_add_explicit(&unseen->calls, 1, memory_order_relaxed);
    return false;
}

/* After fork there is no collector, and the rewriter has calls pass on. */
static inline bool tm_may_act(void) { return true; }

/* Kotlin has its bundles by tm_gotcha_of. */
static inline intptr_t tm_bundle_of(const char* components) {
    (void)components;
    return 0;
}

static inline bool tm_begin_region(intptr_t bundle, const char* label) { return tm_kotlin.begin(bundle, label); }
static inline void tm_end_region(intptr_t bundle, const char* label) { tm_kotlin.end(bundle, label); }

/* Keeps the error of the calling thread for tm_take_error; freed when the next takes its place. */
extern void tm_fail(char* error);

#endif
