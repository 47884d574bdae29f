/* What Kotlin asks of gotchas beside timemory/gotcha.h. */
#ifndef TM_KOTLIN_GOTCHA_H
#define TM_KOTLIN_GOTCHA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "gotcha.h"

#pragma GCC visibility push(hidden)

/* What Kotlin gives, once, before anything is wrapped. */
struct tm_kotlin {
    bool (*may_run)(void);                             /* whether Kotlin may be called on this thread now */
    bool (*begin)(intptr_t bundle, const char* label); /* false: measuring is over */
    void (*end)(intptr_t bundle, const char* label);
};
extern struct tm_kotlin tm_kotlin;

/* The last error of the calling thread, for free; NULL: none. */
extern char* tm_take_error(void);

/*
 * A function of Kotlin's that replaces one of C's, called through `entry`: where Kotlin may not run, the original is. There are
 * TM_REPLACEMENTS of them in a process, and none is given back.
 */
enum { TM_REPLACEMENTS = 64 };
struct tm_replacement {
    void* entry;
    void* kotlin;
    void* original;
    struct tm_unseen unseen;
};

/* NULL when all are taken. */
extern struct tm_replacement* tm_new_replacement(void* kotlin);

/* What counts allocations, for the module that has the components. */
extern int64_t tm_memory_table(void);

#pragma GCC visibility pop

#endif
