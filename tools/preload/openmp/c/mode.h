/* Whether events are measured. */
#ifndef TM_MODE_H
#define TM_MODE_H

#include "active.h"

#pragma GCC visibility push(hidden)

enum tm_mode {
    TM_OFF, /* what was begun before is ended */
    TM_ON,
    TM_OVER, /* the runtime or the process ends, or is a copy of one that measured: nothing is touched any more */
};

extern atomic_bool tm_is_over;

static inline enum tm_mode tm_mode(void) {
    if (atomic_load_explicit(&tm_is_over, memory_order_relaxed)) return TM_OVER;
    return atomic_load_explicit(&tm_is_active, memory_order_relaxed) ? TM_ON : TM_OFF;
}

/* A runtime begins to report events; false where nothing will ever be measured, and it need not. */
extern bool tm_runtime_begins(void);
extern void tm_runtime_ends(void);

/* To be called once there is something in libtimemory.so that it will make results of: at exit, what was registered last comes first. */
extern void tm_measuring_has_begun(void);

#pragma GCC visibility pop

#endif
