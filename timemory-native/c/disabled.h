/*
 * Whether anything is recorded, known here so that an unrecorded region does not enter Kotlin.
 *
 * Regions may be opened while nothing is recorded and closed when something is, and the other way round. So a thread counts the regions
 * that it has pushed in Kotlin, and stores that count for each unrecorded push: a pop refers to the latest push, which was unrecorded if
 * the count is unchanged.
 */
#ifndef TM_DISABLED_H
#define TM_DISABLED_H

#include <stdatomic.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

extern atomic_bool tm_disabled;

/* Must be called after anything that may change whether regions are recorded. */
extern void tm_update_disabled(void);

/* Starts measuring unless it has started. */
extern void tm_begin_unasked(void);

/* Whether measuring was ever started, or is about to be. */
extern atomic_bool tm_has_begun;

/* Whether a session is known to have started, and not to have ended since: cheap enough to check in each of many calls. */
extern atomic_bool tm_is_known_to_measure;

/* Whether nothing is recorded, which other threads may change at any time. */
static inline bool tm_is_disabled(void) { return atomic_load_explicit(&tm_disabled, memory_order_relaxed); }

/* Pushes an unrecorded region; returns false if there is no memory for that, and Kotlin must do it. */
extern bool tm_push_unrecorded(void);

/* Pops the region if it was pushed unrecorded; returns whether it was. */
extern bool tm_pop_unrecorded(void);

/* The number of regions that the calling thread has open in Kotlin, and the number that it pushed unrecorded. */
struct tm_depth {
    int recorded;
    int unrecorded;
};
extern __thread struct tm_depth tm_depth __attribute__((tls_model("initial-exec")));

#pragma GCC visibility pop

#endif
