/*
 * Functions that an exception left, so that their end was not seen. They are recognised by the stack pointer: functions below it have ended
 * when another function starts or an exception is caught. Threads may use other stacks at times, for signal handlers or coroutines:
 * positions there are only compared with each other, and those of another stack count as left when the thread is back on its own stack.
 */
#ifndef TM_ABANDONED_FRAMES_H
#define TM_ABANDONED_FRAMES_H

#include "stack.h"

#pragma GCC visibility push(hidden)

/* Closes them for a stack that ends at `place`. A hook runs. */
extern void tm_close_abandoned(struct tm_stack* stack, uintptr_t place);

/* Closes functions that an exception left, given the stack pointer `place` in the function that continues. */
extern void tm_close_below(uintptr_t place);

#pragma GCC visibility pop

#endif
