/* Whether events are measured. */
#ifndef TM_MODE_H
#define TM_MODE_H

#include "active.h"

#pragma GCC visibility push(hidden)

enum tm_mode {
    TM_OFF, /* events that started earlier are ended */
    TM_ON,
    TM_OVER, /* the runtime or the process is ending, or is a fork of a measuring one: nothing is accessed any more */
};

extern atomic_bool tm_is_over;

static inline enum tm_mode tm_mode(void) {
    if (atomic_load_explicit(&tm_is_over, memory_order_relaxed)) return TM_OVER;
    return atomic_load_explicit(&tm_is_active, memory_order_relaxed) ? TM_ON : TM_OFF;
}

/* Called when a runtime starts to report events; false if nothing will ever be measured, so that it need not. */
extern bool tm_runtime_begins(void);
extern void tm_runtime_ends(void);

/* To be called once libtimemory.so has something to make results of: at exit, handlers run in reverse order of registration. */
extern void tm_measuring_has_begun(void);

#pragma GCC visibility pop

#endif
