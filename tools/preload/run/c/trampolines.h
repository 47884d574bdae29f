/*
 * Through which moved code enters the hooks. Not to be called from C: they preserve all registers, including the flags and the vectors,
 * because compilers keep values in registers that a known function does not change.
 *
 * The one for the start finds the function by an address that was pushed, and removes it; both find the stack pointer after the function's
 * return right above.
 */
#ifndef TM_TRAMPOLINES_H
#define TM_TRAMPOLINES_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_function;

/* The vector registers that the code of an object uses at all, and so may keep values in: the minimum is what every such processor has. */
enum tm_vectors { TM_SSE, TM_AVX, TM_AVX512 };

struct tm_trampolines {
    void (*enter)(void);
    void (*leave)(void);
};

/* NULL if this processor is not known to save those registers. */
extern const struct tm_trampolines* tm_trampolines_for(enum tm_vectors vectors);

/* Functions that they call, the first two using only general-purpose registers: whether there is more to do, and that. */
extern bool tm_may_enter(const struct tm_function* function, uintptr_t place);
extern bool tm_may_exit(uintptr_t place);
extern void tmpatch_enter(const struct tm_function* function, uintptr_t place);
extern void tmpatch_exit(uintptr_t place);

#pragma GCC visibility pop

#endif
