/* The last error of the calling thread, returned by timemory_error. */
#ifndef TM_ERROR_H
#define TM_ERROR_H

#include <stdbool.h>

#include "process.h"

/* Stores `error`, which is freed when the next one replaces it. */
extern void tm_fail(char* error) __attribute__((visibility("hidden")));

/* Whether the thread is in a function of a component (component.c), which may call few functions of the library. */
extern bool tm_is_component_running(void) __attribute__((visibility("hidden")));

/* Whether Kotlin may be entered; otherwise sets the error. */
extern bool tm_enter_or_fail(void) __attribute__((visibility("hidden")));

/* Like TM_INSIDE. */
#define TM_INSIDE_OR_FAIL(...)                                           \
    if (!tm_enter_or_fail()) return __VA_ARGS__;                         \
    __attribute__((cleanup(tm_leave_scope), unused)) char tm_inside = 0; \
    tm_hold_cancelling()

#endif
