/*
 * Whether anything is recorded, known here so that a region while nothing is costs no way into Kotlin.
 *
 * Regions may be opened while nothing is recorded and closed when something is, and the other way round. So a thread counts the regions
 * that it has pushed by Kotlin, and keeps for each one that it pushed while nothing was recorded how many those were: a pop means the
 * latest push, and that was unrecorded if the number is still the same.
 */
#ifndef TM_DISABLED_H
#define TM_DISABLED_H

#include <stdatomic.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

extern atomic_bool tm_disabled;

/* To be called after anything that may change whether something is recorded. */
extern void tm_update_disabled(void);

/* Starts measuring unless it has started. */
extern void tm_begin_unasked(void);

/* Whether measuring was ever begun, or is about to be. */
extern atomic_bool tm_has_begun;

/* Whether a session is known to have begun, and not to have ended since: cheap enough to ask at each of many calls. */
extern atomic_bool tm_is_known_to_measure;

/* Whether nothing is recorded, which other threads may change at any time. */
static inline bool tm_is_disabled(void) { return atomic_load_explicit(&tm_disabled, memory_order_relaxed); }

/* A region is pushed and not recorded; false where there is no memory to note that, and Kotlin is to do so. */
extern bool tm_push_unrecorded(void);

/* Whether the region that is popped was pushed so. */
extern bool tm_pop_unrecorded(void);

/* How many regions the calling thread has open by Kotlin, and how many it pushed unrecorded. */
struct tm_depth {
    int recorded;
    int unrecorded;
};
extern __thread struct tm_depth tm_depth __attribute__((tls_model("initial-exec")));

#pragma GCC visibility pop

#endif
