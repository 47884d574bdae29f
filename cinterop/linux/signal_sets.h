/* Sets of signals. */
#ifndef TIMEMORY_SIGNAL_SETS_H
#define TIMEMORY_SIGNAL_SETS_H

#include <signal.h>
#include <stddef.h>

/* Returns the signals that only threads of the program receive: all except faults, which kill the process silently if blocked. */
static inline sigset_t timemory_program_signals(void) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t all;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    return all;
}

#endif
