/* What moved code calls at the begin and the end of functions. */
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
};

/*
 * Not to be called from C. All registers are as before when they come back, the flags and the vectors' too: compilers keep values in what a
 * function that they know does not change.
 *
 * The first is told the function by an address that was pushed, and takes it away; both find where the stack will be when the function has
 * returned right above.
 */
extern void tm_enter_hook(void);
extern void tm_exit_hook(void);

/* Before the first of them is called. False where the processor is not known to save its registers. */
extern bool tm_begin_hooks(void);

/* Closes what an exception left, where the stack's pointer is at `place` in the function that goes on. */
extern void tm_close_below(uintptr_t place);

/* How many functions there are now. */
extern _Atomic(uint32_t) tm_functions;

#pragma GCC visibility pop

#endif
