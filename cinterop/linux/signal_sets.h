/* Which signals are for the program's threads alone. */
#ifndef TIMEMORY_SIGNAL_SETS_H
#define TIMEMORY_SIGNAL_SETS_H

#include <signal.h>
#include <stddef.h>

/* All but those that the kernel raises for a fault of the thread itself, which would end the process in silence if they were blocked. */
static inline sigset_t timemory_program_signals(void) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t all;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    return all;
}

#endif
