/*
 * Only threads of the program receive its signals, no thread of this library or of the Kotlin runtime: otherwise a program that blocks a
 * signal in all its threads and waits for it with sigwait would be killed by it.
 *
 * Threads inherit the signal mask of the thread that starts them. In a Kotlin/Native program the runtime starts its threads before the
 * first Kotlin function, so signals are blocked until they run (see ProgramSignals.kt). In a shared library the runtime starts later: for
 * libtimemory.so, c/own_threads.c of timemory-native does this.
 */
#ifndef TIMEMORY_PROGRAM_SIGNALS_H
#define TIMEMORY_PROGRAM_SIGNALS_H

#include <signal.h>

#include "signal_sets.h"

static sigset_t timemory_signals_blocked; /* signals that were not blocked before */

__attribute__((constructor)) static void timemory_block_signals(void) {
    /* The main function of a Kotlin/Native program, which starts the runtime next. NULL in a library, where it may never start. */
    extern __attribute__((weak, visibility("hidden"))) void kotlin_main(void) __asm__("Konan_main");
    sigemptyset(&timemory_signals_blocked);
    if (kotlin_main == NULL) return;
    sigset_t signals = timemory_program_signals(), before;
    if (pthread_sigmask(SIG_BLOCK, &signals, &before) != 0) return;
    for (int number = 1; number < NSIG; number++) {
        if (sigismember(&signals, number) == 1 && sigismember(&before, number) == 0) sigaddset(&timemory_signals_blocked, number);
    }
}

/* Called before the calling thread starts others. `before` is a sigset_t for its current mask. */
static inline void timemory_block_program_signals(void* before) {
    sigset_t signals = timemory_program_signals();
    pthread_sigmask(SIG_BLOCK, &signals, before);
}

static inline void timemory_unblock_signals(void) { pthread_sigmask(SIG_UNBLOCK, &timemory_signals_blocked, NULL); }

#endif
