/*
 * Functions that were left without their end being seen, by an exception. They are known by where the thread's stack is: what lies below,
 * when a function begins or an exception is caught, is over. Threads may use other stacks now and then, for handlers of signals or
 * coroutines: places there are compared with each other only, and those of another stack are taken as left when the thread is back on its
 * own.
 */
#ifndef TM_ABANDONED_FRAMES_H
#define TM_ABANDONED_FRAMES_H

#include "stack.h"

#pragma GCC visibility push(hidden)

/* Closes them, where the stack ends at `place`. A hook runs. */
extern void tm_close_abandoned(struct tm_stack* stack, uintptr_t place);

/* Closes what an exception left, where the stack's pointer is at `place` in the function that goes on. */
extern void tm_close_below(uintptr_t place);

#pragma GCC visibility pop

#endif
