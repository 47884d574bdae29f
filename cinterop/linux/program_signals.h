/*
 * Signals are for the program's threads, and no thread of this library or of the Kotlin runtime takes them: a program that blocks a signal
 * in all its threads and waits for it with sigwait would be killed by it.
 *
 * Threads inherit the mask of the one that starts them. In a Kotlin/Native program the runtime starts its own before the first Kotlin
 * function, so signals are blocked from before that until they run (see ProgramSignals.kt). In a shared library the runtime starts later:
 * for libtimemory.so, c/own_threads.c of timemory-native does this.
 */
#ifndef TIMEMORY_PROGRAM_SIGNALS_H
#define TIMEMORY_PROGRAM_SIGNALS_H

#include <signal.h>

#include "signal_sets.h"

static sigset_t timemory_signals_blocked; /* those that were not blocked before */

__attribute__((constructor)) static void timemory_block_signals(void) {
    /* The main function of a Kotlin/Native program, which starts the runtime next. No library has it: there the runtime may never start. */
    extern __attribute__((weak, visibility("hidden"))) void kotlin_main(void) __asm__("Konan_main");
    sigemptyset(&timemory_signals_blocked);
    if (kotlin_main == NULL) return;
    sigset_t signals = timemory_program_signals(), before;
    if (pthread_sigmask(SIG_BLOCK, &signals, &before) != 0) return;
    for (int number = 1; number < NSIG; number++) {
        if (sigismember(&signals, number) == 1 && sigismember(&before, number) == 0) sigaddset(&timemory_signals_blocked, number);
    }
}

/* For the calling thread, which starts others; what it blocked before goes into `before`, a sigset_t. */
static inline void timemory_block_program_signals(void* before) {
    sigset_t signals = timemory_program_signals();
    pthread_sigmask(SIG_BLOCK, &signals, before);
}

static inline void timemory_unblock_signals(void) { pthread_sigmask(SIG_UNBLOCK, &timemory_signals_blocked, NULL); }

#endif
