/* Threads that are known here: those that called tm_exit_thread_began. */
#ifndef TM_SIGNAL_STACK_H
#define TM_SIGNAL_STACK_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* If crashes are to be handled: whether threads can be given signal stacks. */
extern bool tm_exit_prepare_signal_stacks(void);

/* Whether the Kotlin runtime knows the calling thread. */
extern bool tm_exit_is_known_thread(void);

#pragma GCC visibility pop

#endif
