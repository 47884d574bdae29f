/* Whether Kotlin may be entered in this process. */
#ifndef TM_PROCESS_H
#define TM_PROCESS_H

#include <stdbool.h>

/*
 * A process that was forked while the Kotlin runtime ran has a copy of its memory, but not its threads: what it allocates would one day wait
 * for a collector that is not there. Such a process enters Kotlin no more. Whatever it was to measure, its parent's regions are not its own.
 */
extern bool tm_may_not_enter __attribute__((visibility("hidden")));
extern bool tm_entered __attribute__((visibility("hidden")));

/* To be called before Kotlin is entered; false where it must not be. */
static inline bool tm_enter(void) {
    if (__builtin_expect(tm_may_not_enter, 0)) return false;
    tm_entered = true;
    return true;
}

#endif
