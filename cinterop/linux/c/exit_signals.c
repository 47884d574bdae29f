#define _GNU_SOURCE
#include "exit_signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "emergency_dump.h"
#include "exit_state.h"
#include "held_threads.h"
#include "process_exit.h"
#include "process_memory.h"
#include "signal_stack.h"

static const int CRASHES[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { CRASH_COUNT = sizeof CRASHES / sizeof *CRASHES };

/* `timeout` and terminals send their signal twice. */
#define SAME_SIGNAL_NANOSECONDS 500000000

bool tm_exit_is_crash(int number) {
    for (int i = 0; i < CRASH_COUNT; i++) {
        if (CRASHES[i] == number) return true;
    }
    return false;
}

static void reset_handler(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
}

void tm_exit_end_by(int number) {
    reset_handler(number);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    syscall(SYS_tgkill, getpid(), tm_exit_thread(), number);
    tm_exit_sleep(100000000);
    /* The kernel ignores signals of the first process of a container: exit with the status that shells report for the signal. */
    for (;;) syscall(SYS_exit_group, 128 + number);
}

void tm_exit_give_up(int number, const char* why) {
    tm_exit_dump(why);
    if (number > 0) tm_exit_end_by(number);
    for (;;) syscall(SYS_exit_group, TM_EXIT_GET(status));
}

static void start_writing(int number, bool holds_main) {
    TM_EXIT_SET(signal, number);
    tm_exit_release_memory();
    if (tm_exit.ending != NULL) tm_exit.ending();
    /* After `ending`, so that the main thread calls tm_exit_pass when it leaves the library; before the exit thread waits for it. */
    if (holds_main) tm_exit_hold_main(number);
    tm_exit_notify(&tm_exit.wanted, TM_EXIT_WRITE);
}

static bool start_exit(int number, bool is_interrupted) {
    if (!tm_exit_transition(TM_EXIT_SIGNAL)) return false;
    if (is_interrupted) tm_exit_defer_if_inside(); /* before the exit thread checks how many there are */
    start_writing(number, number != 0 && tm_exit_thread() != tm_exit.process);
    return true;
}

bool tm_exit_start(int number) { return start_exit(number, false); }

int tm_exit_start_for_copy(int number) {
    if (tm_exit.process != getpid()) return 0;
    if (!tm_exit_transition(TM_EXIT_SIGNAL)) return TM_EXIT_GET(state) == TM_EXIT_EXITING;
    TM_EXIT_SET(serves, 1);
    start_writing(number, false);
    return 1;
}

void tm_exit_escape_after_crash(void) {
    if (TM_EXIT_GET(crashed) && tm_exit_thread() == TM_EXIT_GET(caller)) siglongjmp(tm_exit.escape, 1);
}

/* A thread that ends the process has crashed. After exit, the process still ends in the same way as before. */
__attribute__((noreturn)) static void on_crash_of_writing(int number) {
    tm_exit_print(2, "timemory: ");
    tm_exit_print(2, tm_exit_signal_name(number));
    tm_exit_print(2, " while writing results\n");
    tm_exit_dump("writing them crashed");
    if (TM_EXIT_GET(state) == TM_EXIT_EXITING && tm_exit_thread() != TM_EXIT_GET(exit_thread)) {
        if (tm_exit.ending != NULL) tm_exit.ending();
        TM_EXIT_SET(crashed, 1);
        tm_exit_escape_after_crash();
        /* This is not the caller, which jumps out as soon as it checks. */
        int64_t start = tm_exit_now();
        while (tm_exit_now() - start < 1000000000) tm_exit_wait(&tm_exit.crashed, 1, 1000000000);
        if (TM_EXIT_GET(state) == TM_EXIT_WRITTEN) tm_exit_hold(false, false);
    }
    tm_exit_give_up(TM_EXIT_GET(signal), "");
}

/* Returns to the instruction that crashed, to crash again without a handler. */
static void on_crash(int number, bool was_sent) {
    if (tm_exit_is_own_thread() && TM_EXIT_GET(state) != TM_EXIT_WRITTEN) on_crash_of_writing(number);
    if (tm_exit_start(number)) {
        /* The thread will run no more Kotlin code, and needs no object that the garbage collector may move or free. */
        bool is_in_kotlin = tm_exit_is_known_thread() && (tm_exit.is_inside == NULL || tm_exit.is_inside());
        if (is_in_kotlin && tm_exit.leave_kotlin != NULL) tm_exit.leave_kotlin();
        tm_exit_print(2, "timemory: ");
        tm_exit_print(2, tm_exit_signal_name(number));
        tm_exit_print(2, ": writing the results so far, then the process ends\n");
    }
    if (TM_EXIT_GET(signal) != number && TM_EXIT_GET(state) == TM_EXIT_SIGNALLED) tm_exit_hold(false, false);
    tm_exit_hold(false, true);
    reset_handler(number);
    if (was_sent) tm_exit_end_by(number);
}

static void on_termination(int number, const ucontext_t* context) {
    int64_t now = tm_exit_now(), since = 0;
    bool is_first = __atomic_compare_exchange_n(&tm_exit.since, &since, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (!is_first && now - since > SAME_SIGNAL_NANOSECONDS)
        tm_exit_give_up(number, "a second signal arrived while they were being written");
    if (start_exit(number, true)) return tm_exit_hold_in_handler(context);
    switch (TM_EXIT_GET(state)) {
        case TM_EXIT_SIGNALLED: return tm_exit_hold_in_handler(context);
        case TM_EXIT_EXITING: TM_EXIT_SET(signal, number); return; /* the process ends by it once its results are written */
        default: tm_exit_end_by(number);
    }
}

static void on_signal(int number, siginfo_t* info, void* context) {
    int saved = errno;
    if (getpid() != tm_exit.process) { /* a forked child ends at once, without the results of its parent */
        reset_handler(number);
        if (info->si_code <= 0) tm_exit_end_by(number);
    } else if (info->si_code == SI_QUEUE && info->si_pid == tm_exit.process && info->si_value.sival_ptr == (void*)&tm_exit) {
        tm_exit_hold_as_sent(context);
    } else if (tm_exit_is_crash(number)) {
        on_crash(number, info->si_code <= 0);
    } else {
        on_termination(number, context);
    }
    errno = saved;
}

static void handle(int number) {
    struct sigaction known;
    if (sigaction(number, NULL, &known) != 0 || (known.sa_flags & SA_SIGINFO) != 0 || known.sa_handler != SIG_DFL) return;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_RESTART | SA_SIGINFO | SA_ONSTACK | SA_NODEFER; /* a held thread must receive the second signal */
    sigaction(number, &action, NULL);
}

void tm_exit_handle_signals(int signals) {
    handle(SIGTERM);
    handle(SIGINT);
    if (signals != TM_EXIT_ALL_SIGNALS) return;
    handle(SIGHUP);
    handle(SIGQUIT);
    for (int i = 0; i < CRASH_COUNT; i++) handle(CRASHES[i]);
}

void tm_exit_handle_crashes_of_writing(bool on) {
    if (!tm_exit.handles_signals || tm_exit.handles_crashes) return;
    for (int i = 0; i < CRASH_COUNT; i++) {
        struct sigaction known;
        if (on) handle(CRASHES[i]);
        else if (sigaction(CRASHES[i], NULL, &known) == 0 && known.sa_sigaction == on_signal) reset_handler(CRASHES[i]);
    }
}
