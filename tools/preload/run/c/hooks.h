/* What is done at the start and the end of functions. */
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
    bool allocates;  /* one of malloc's kind: what it calls is not measured, as measuring may allocate, and it may hold a lock */
};

/* Before anything is measured; whether it can be. */
extern bool tm_begin_hooks(void);

/* How many functions there are now. */
extern _Atomic(uint32_t) tm_functions;

#pragma GCC visibility pop

#endif
