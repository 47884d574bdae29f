/* Functions of another process, called on one of its threads. */
#ifndef TM_REMOTE_H
#define TM_REMOTE_H

#include "target.h"

/* What a thread is asked to do between two instructions of its own: all of it, one call after the other. */
struct tm_calls {
    uint64_t loader;     /* dlopen */
    const char* library; /* for it */
    const char* symbol;  /* of the library, which takes nothing and returns an int */
    uint64_t loaded;     /* what dlopen returned */
    int64_t result;      /* of that function */
};

/*
 * NULL where both were called. Finds a thread that holds no lock of the C library or the loader: one that waits for something outside, or,
 * where none does for a second, one that runs neither in these nor in another allocator.
 */
extern const char* tm_call_on_some_thread(const struct tm_target* target, struct tm_calls* calls);

#endif
