/* Functions that gotchas need from the library that contains them: see ../interposition/gotcha/c/gotcha.c. */
#ifndef TM_GOTCHA_HOST_H
#define TM_GOTCHA_HOST_H

#include "disabled.h"
#include "error.h"
#include "gotcha.h"
#include "fast_path.h"
#include "process.h"
#include "timemory/bundle.h"
#include "timemory/library.h"

/* Whether regions are recorded and audits run for calls now. Once measuring has ended, a region would only be reported. */
static inline bool tm_may_run(struct tm_unseen* unseen) {
    (void)unseen;
    if (__builtin_expect(atomic_load_explicit(&tm_is_known_to_measure, memory_order_relaxed), 1)) return true;
    return !tm_has_begun || timemory_library_is_initialized();
}

/*
 * Whether gotchas may be started and stopped: not in a forked child. It stays outside the library: loading may be waited for there, and no
 * Kotlin functions are called.
 */
static inline bool tm_may_act(void) {
    if (!tm_enter_or_fail()) return false;
    tm_leave();
    return true;
}

/* Returns 0 with an error. */
static inline intptr_t tm_bundle_of(const char* components) { return (intptr_t)timemory_bundle_create(components); }

/* Returns false if there is no region. The label is never freed, and regions identify it by its address. */
static inline bool tm_begin_region(intptr_t bundle, const char* label) {
    if (!tm_push_cached_region((int32_t)bundle, label, true)) timemory_bundle_push((timemory_bundle_t)bundle, label);
    return true;
}

static inline void tm_end_region(intptr_t bundle, const char* label) {
    if (!tm_pop_cached_region((int32_t)bundle, label, true)) timemory_bundle_pop((timemory_bundle_t)bundle, label);
}

#endif
