/* Common code of the hooks of all compilers at the start and the end of a function. */
#ifndef TM_HOOKS_H
#define TM_HOOKS_H

#include "stack.h"

#pragma GCC visibility push(hidden)

/* Returns this thread's stack, which is then marked busy; NULL if nothing is measured now. */
static inline struct tm_stack* tm_begin_hook(void) {
    struct tm_stack* stack = &tm_stack;
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || stack->is_busy) return NULL;
    stack->is_busy = true;
    return stack;
}

static inline void tm_end_hook(struct tm_stack* stack) { stack->is_busy = false; }

/* For a stack that ends at `place` in the function, or at its start. */
extern void tm_function_begins(struct tm_stack* stack, const void* function, uintptr_t place);

extern void tm_function_ends(struct tm_stack* stack, const void* function);

/* Makes the functions prepared by clang call hooks, if they are selected. */
extern void tm_patch_sleds(void);

#pragma GCC visibility pop

#endif
