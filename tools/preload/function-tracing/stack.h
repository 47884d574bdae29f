/*
 * The functions that a thread is in, each with its region, if any, and the stack pointer at its start.
 *
 * A function that is left without its end being reported, by pthread_exit or the end of the process, is still there when an outer one ends,
 * and is closed with it. A longjmp is noticed: the functions whose part of the stack it releases are closed. Functions called while a hook
 * itself runs, by a signal handler or by a measured malloc, are not measured: measuring would measure itself.
 */
#ifndef TM_STACK_H
#define TM_STACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tmfn_frame {
    const void* function;
    const char* label; /* NULL if no region was opened */
    uintptr_t stack;   /* it grows downwards */
};

struct tm_stack {
    struct tmfn_frame* frames;
    size_t depth, room;
    bool is_busy;     /* a hook runs */
    bool is_kept;     /* its end will be seen */
    uint32_t session; /* value of tm_session in which the functions started */
};

extern __thread struct tm_stack tm_stack __attribute__((tls_model("initial-exec")));

/* How often measuring was restarted: functions that a thread was in before have ended. */
extern _Atomic(uint32_t) tm_session;

/* Whether anything is measured. */
extern atomic_bool tm_is_on;

/* To be called before everything else here; returns whether anything can be measured. A process forked later measures nothing. */
extern bool tm_begin_stacks(void);

/* Called when a thread ends, after its functions were closed. */
extern void (*tm_stack_ends)(void);

/* Makes sure that the thread's end is seen, and that there is room for one more; without memory, nothing more is measured. */
extern bool tm_prepare_stack(struct tm_stack* stack);

/* Ends the regions above. */
extern void tm_close_down_to(struct tm_stack* stack, size_t depth);

/* Whether a function that is called often should be dropped on this thread; `calls` counts its calls there. */
extern bool tm_is_to_be_dropped(uint32_t* calls, const char* label);

#pragma GCC visibility pop

#endif
