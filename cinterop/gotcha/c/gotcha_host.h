/*
 * Functions that gotchas need from the Kotlin/Native program that contains them: see timemory-native/interposition/gotcha/c/gotcha.c.
 *
 * **A call may only call Kotlin if the Kotlin runtime is not running in it.** C code called through cinterop, and threads unknown to the
 * runtime, may. In the runtime's own code, and in functions that it calls directly (kotlin.math.cos calls cos that way), the thread counts
 * as running Kotlin: if it entered Kotlin a second time, it would leave marked as not running it, and the collector would proceed while it
 * runs. Such calls bypass gotchas, and are counted.
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

/* After fork there is no garbage collector, and the rewriter lets calls pass. */
static inline bool tm_may_act(void) { return true; }

/* Kotlin passes its bundles with tm_gotcha_of. */
static inline intptr_t tm_bundle_of(const char* components) {
    (void)components;
    return 0;
}

static inline bool tm_begin_region(intptr_t bundle, const char* label) { return tm_kotlin.begin(bundle, label); }
static inline void tm_end_region(intptr_t bundle, const char* label) { tm_kotlin.end(bundle, label); }

/* Stores the error of the calling thread for tm_take_error; it is freed when the next one replaces it. */
extern void tm_fail(char* error);

#endif
