/*
 * By what moved code enters the hooks. Not to be called from C: all registers are as before when they come back, the flags and the vectors'
 * too, as compilers keep values in what a function that they know does not change.
 *
 * That of the start finds the function by an address that was pushed, and takes it away; both find where the stack will be when the
 * function has returned right above.
 */
#ifndef TM_TRAMPOLINES_H
#define TM_TRAMPOLINES_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_function;

/* Which vector registers the code of an object uses at all, and so may have values in: the least is what every such processor has. */
enum tm_vectors { TM_SSE, TM_AVX, TM_AVX512 };

struct tm_trampolines {
    void (*enter)(void);
    void (*leave)(void);
};

/* NULL where this processor is not known to save those registers. */
extern const struct tm_trampolines* tm_trampolines_for(enum tm_vectors vectors);

/* What they call, the first two with no other registers than the general ones: whether there is more to do, and that. */
extern bool tm_may_enter(const struct tm_function* function, uintptr_t place);
extern bool tm_may_exit(uintptr_t place);
extern void tmpatch_enter(const struct tm_function* function, uintptr_t place);
extern void tmpatch_exit(uintptr_t place);

#pragma GCC visibility pop

#endif
