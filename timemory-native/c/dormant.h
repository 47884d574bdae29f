/*
 * Whether anything is recorded, known here so that a region while nothing is costs no way into Kotlin.
 *
 * Regions may be opened while nothing is recorded and closed when something is, and the other way round. So a thread counts the regions that it
 * has pushed by Kotlin, and keeps for each one that it pushed while nothing was recorded how many those were: a pop means the latest push, and
 * that was unrecorded if the number is still the same.
 */
#ifndef TM_DORMANT_H
#define TM_DORMANT_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

extern bool tm_dormant;

/* To be called after anything that may change whether something is recorded. */
extern void tm_look_whether_dormant(void);

/* Begins measuring where nobody has yet. */
extern void tm_begin_unasked(void);

/* Whether measuring was ever begun, or is about to be. */
extern bool tm_has_begun;

/* A region is pushed and not recorded. */
extern void tm_push_unrecorded(void);

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
