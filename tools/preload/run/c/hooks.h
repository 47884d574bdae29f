/* Code that runs at the start and the end of functions. */
#ifndef TM_HOOKS_H
#define TM_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_function {
    uintptr_t address;
    const char* label;
    uint32_t number; /* of all that are measured, from 0 */
    bool allocates;  /* like malloc: its callees are not measured because measuring may allocate, and it may hold a lock */
};

/* To be called before anything is measured; returns whether it can be. */
extern bool tm_begin_hooks(void);

/* The current number of functions. */
extern _Atomic(uint32_t) tm_functions;

#pragma GCC visibility pop

#endif
