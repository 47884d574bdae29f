/* Functions that Kotlin needs from gotchas in addition to timemory/gotcha.h. */
#ifndef TM_KOTLIN_GOTCHA_H
#define TM_KOTLIN_GOTCHA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "gotcha.h"

#pragma GCC visibility push(hidden)

/* Callbacks that Kotlin passes once, before anything is wrapped. */
struct tm_kotlin {
    bool (*may_run)(void);                             /* whether Kotlin may be called on this thread now */
    bool (*begin)(intptr_t bundle, const char* label); /* false: the session has ended */
    void (*end)(intptr_t bundle, const char* label);
};
extern struct tm_kotlin tm_kotlin;

/* The last error of the calling thread, to be freed; NULL: none. */
extern char* tm_take_error(void);

/*
 * A Kotlin function that replaces a C function, called through `entry`, which calls the original if Kotlin must not run. There are
 * TM_REPLACEMENTS of them in a process, and none is ever released.
 */
enum { TM_REPLACEMENTS = 64 };
struct tm_replacement {
    void* entry;
    void* kotlin;
    void* original;
    struct tm_unseen unseen;
};

/* NULL if all are in use. */
extern struct tm_replacement* tm_new_replacement(void* kotlin);

/* The functions that count allocations, for the module that has the components. */
extern int64_t tm_memory_table(void);

#pragma GCC visibility pop

#endif
