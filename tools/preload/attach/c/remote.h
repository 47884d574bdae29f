/* Calls functions of another process, on one of its threads. */
#ifndef TM_REMOTE_H
#define TM_REMOTE_H

#include "target.h"

/* The calls that a thread is to make between two instructions of its own: all of them, one after another. */
struct tm_calls {
    uint64_t loader;     /* dlopen */
    const char* library; /* argument for it */
    const char* symbol;  /* function of the library without parameters that returns an int */
    uint64_t loaded;     /* what dlopen returned */
    int64_t result;      /* result of that function */
};

/*
 * Returns NULL if both were called. Finds a thread that holds no lock of the C library or the loader: one that waits for something outside,
 * or, if none does for a second, one that runs neither in these nor in another allocator.
 */
extern const char* tm_call_on_some_thread(const struct tm_target* target, struct tm_calls* calls);

#endif
