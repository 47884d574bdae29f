/*
 * Each transition is made by one thread, with one compare-and-exchange:
 *
 *   from       event   to          who                                     then
 *   RUNNING    SIGNAL  SIGNALLED   a signal handler, _exit, or another     the exit thread writes the results; threads that
 *                                  copy of the library                     are interrupted or enter the library are held
 *   RUNNING    CALL    EXITING     the thread that ends the process        it writes them itself, the exit thread watches
 *   SIGNALLED  FINISH  WRITTEN     the exit thread                         it ends the process
 *   EXITING    FINISH  WRITTEN     the thread that ends the process        exit goes on, or a signal that came since ends it
 *
 * Every other event leaves the state as it is: a signal while EXITING is noted for the end, exit while SIGNALLED waits.
 */
#define _GNU_SOURCE
#include "exit_state.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../clock.h"

static const struct {
    enum tm_exit_event event;
    enum tm_exit_state from, to;
} TRANSITIONS[] = {
    {TM_EXIT_SIGNAL, TM_EXIT_RUNNING, TM_EXIT_SIGNALLED},
    {TM_EXIT_CALL, TM_EXIT_RUNNING, TM_EXIT_EXITING},
    {TM_EXIT_FINISH, TM_EXIT_SIGNALLED, TM_EXIT_WRITTEN},
    {TM_EXIT_FINISH, TM_EXIT_EXITING, TM_EXIT_WRITTEN},
};

struct tm_exit tm_exit = {.patience = 10000000000LL};

bool tm_exit_transition(enum tm_exit_event event) {
    for (size_t i = 0; i < sizeof TRANSITIONS / sizeof *TRANSITIONS; i++) {
        if (TRANSITIONS[i].event != event) continue;
        if (tm_exit_replace(&tm_exit.state, TRANSITIONS[i].from, TRANSITIONS[i].to)) return true;
    }
    return false;
}

int64_t tm_exit_clock(clockid_t clock) {
    int64_t now = timemory_clock(clock);
    return now < 0 ? 0 : now;
}

int64_t tm_exit_now(void) { return tm_exit_clock(CLOCK_MONOTONIC); }

void tm_exit_sleep(int64_t nanoseconds) {
    struct timespec duration = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    nanosleep(&duration, NULL);
}

void tm_exit_wait(int* word, int known, int64_t nanoseconds) {
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, known, nanoseconds < 0 ? NULL : &limit, NULL, 0);
}

void tm_exit_wake(int* word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

void tm_exit_notify(int* word, int value) {
    __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
    tm_exit_wake(word);
}

pid_t tm_exit_thread(void) { return (pid_t)syscall(SYS_gettid); }

static clockid_t own_clock(void) {
    clockid_t clock;
    return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : CLOCK_PROCESS_CPUTIME_ID;
}

void tm_exit_become_caller(void) {
    tm_exit.caller_clock = tm_exit.writer_clock = own_clock();
    TM_EXIT_SET(caller, tm_exit_thread());
    TM_EXIT_SET(writer, tm_exit_thread());
}

void tm_exit_become_writer(void) {
    tm_exit.writer_clock = own_clock();
    TM_EXIT_SET(writer, tm_exit_thread());
}

bool tm_exit_is_own_thread(void) {
    pid_t thread = tm_exit_thread();
    return thread == TM_EXIT_GET(writer) || thread == TM_EXIT_GET(caller) || thread == TM_EXIT_GET(exit_thread);
}

bool tm_exit_is_writing(void) {
    int state = TM_EXIT_GET(state);
    return state == TM_EXIT_SIGNALLED || state == TM_EXIT_EXITING;
}
