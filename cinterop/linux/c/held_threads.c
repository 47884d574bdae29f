#define _GNU_SOURCE
#include "held_threads.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "exit_signals.h"
#include "exit_state.h"
#include "process_exit.h"

static __thread bool is_deferred __attribute__((tls_model("initial-exec")));

static void add_held(void) {
    pid_t thread = tm_exit_thread();
    for (int i = 0; i < TM_EXIT_MAX_HELD; i++) {
        if (TM_EXIT_GET(held[i]) == thread || tm_exit_replace(&tm_exit.held[i], 0, thread)) return;
    }
}

void tm_exit_hold(bool may_run, bool until_written) {
    int64_t last = tm_exit_now();
    int beat = TM_EXIT_GET(beat);
    for (;;) {
        int phase = TM_EXIT_GET(phase);
        if (until_written && TM_EXIT_GET(state) == TM_EXIT_WRITTEN) return;
        if (may_run && (phase & 1) != 0) return;
        tm_exit_wait(&tm_exit.phase, phase, 1000000000);
        if (TM_EXIT_GET(beat) != beat || TM_EXIT_GET(state) == TM_EXIT_WRITTEN) {
            beat = TM_EXIT_GET(beat);
            last = tm_exit_now();
        } else if (tm_exit_now() - last > tm_exit.patience + tm_exit.patience / 2) {
            tm_exit_give_up(TM_EXIT_GET(signal), "the thread that ends the process is blocked");
        }
    }
}

/*
 * Whether the signal interrupted a system call that now returns EINTR. The thread then waits for nothing that held threads own, unless it
 * waits while it owns a lock.
 */
static bool was_waiting(const ucontext_t* context) {
#if defined(__x86_64__)
    const unsigned char* next = (const unsigned char*)context->uc_mcontext.gregs[REG_RIP];
    return context->uc_mcontext.gregs[REG_RAX] == -EINTR && next[-2] == 0x0f && next[-1] == 0x05; /* syscall */
#elif defined(__aarch64__)
    const uint32_t* next = (const uint32_t*)context->uc_mcontext.pc;
    return (int64_t)context->uc_mcontext.regs[0] == -EINTR && next[-1] == 0xd4000001; /* svc #0 */
#else
    (void)context;
    return false;
#endif
}

bool tm_exit_defer_if_inside(void) {
    if (tm_exit.is_inside == NULL || !tm_exit.is_inside()) return false;
    if (!is_deferred) {
        is_deferred = true;
        __atomic_fetch_add(&tm_exit.deferred, 1, __ATOMIC_SEQ_CST);
    }
    return true;
}

void tm_exit_hold_in_handler(const ucontext_t* context) {
    if (tm_exit_defer_if_inside()) return;
    if (was_waiting(context)) tm_exit_hold(false, false);
    add_held();
    tm_exit_hold(true, false);
}

void tm_exit_hold_as_sent(const ucontext_t* context) {
    tm_exit_defer_if_inside(); /* before the exit thread checks whether the main thread is inside */
    if (tm_exit_thread() == tm_exit.process) TM_EXIT_SET(calls_main, 0);
    tm_exit_hold_in_handler(context);
}

void tm_exit_pass(void) {
    if (tm_exit_is_own_thread()) return;
    if (is_deferred) {
        is_deferred = false;
        add_held();
        __atomic_fetch_sub(&tm_exit.deferred, 1, __ATOMIC_SEQ_CST);
    }
    tm_exit_hold(true, false);
}

void tm_exit_hold_other(pid_t thread, int number) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = number;
    info.si_code = SI_QUEUE;
    info.si_pid = tm_exit.process;
    info.si_uid = getuid();
    info.si_value.sival_ptr = &tm_exit;
    syscall(SYS_rt_tgsigqueueinfo, tm_exit.process, thread, number, &info);
}

void tm_exit_hold_main(int number) {
    TM_EXIT_SET(calls_main, 1);
    tm_exit_hold_other(tm_exit.process, number);
}

void tm_exit_let_run(int64_t nanoseconds) {
    int number = TM_EXIT_GET(signal);
    if (number == 0 || TM_EXIT_GET(held[0]) == 0) return;
    int64_t written = tm_exit_clock(tm_exit.writer_clock);
    pid_t writer = TM_EXIT_GET(writer);
    bool is_writer = tm_exit_thread() == writer;
    int64_t until = tm_exit_now() + nanoseconds;
    __atomic_add_fetch(&tm_exit.phase, 1, __ATOMIC_SEQ_CST);
    tm_exit_wake(&tm_exit.phase);
    do tm_exit_sleep(nanoseconds < 1000000 ? nanoseconds : 1000000);
    while (tm_exit_now() < until &&
           (writer == 0 ? TM_EXIT_GET(deferred) > 0 : is_writer || tm_exit_clock(tm_exit.writer_clock) == written));
    __atomic_add_fetch(&tm_exit.phase, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < TM_EXIT_MAX_HELD && TM_EXIT_GET(held[i]) != 0; i++) tm_exit_hold_other(TM_EXIT_GET(held[i]), number);
}

void tm_exit_release(void) {
    __atomic_add_fetch(&tm_exit.phase, 2, __ATOMIC_SEQ_CST); /* still even: threads that are held to the end stay held */
    tm_exit_wake(&tm_exit.phase);
}

/* Lets held threads run if the writer is waiting for them; false if it is not. */
static bool let_run_for_writer(int microseconds) {
    pid_t thread = tm_exit_thread();
    bool only_watches = TM_EXIT_GET(is_left) && thread == TM_EXIT_GET(caller);
    tm_exit_escape_after_crash();
    if (TM_EXIT_GET(state) != TM_EXIT_SIGNALLED || thread != TM_EXIT_GET(writer) || only_watches) return false;
    tm_exit_let_run((int64_t)(microseconds < 100 ? 100 : microseconds) * 1000);
    return true;
}

void tm_exit_pause(int microseconds) {
    if (!let_run_for_writer(microseconds)) usleep((useconds_t)microseconds);
}

void tm_exit_await_latch(int* latch, int microseconds) {
    if (!let_run_for_writer(microseconds)) tm_exit_wait(latch, 0, (int64_t)microseconds * 1000);
}

bool tm_exit_is_latch_open(int* latch) { return __atomic_load_n(latch, __ATOMIC_SEQ_CST) != 0; }

void tm_exit_open_latch(int* latch) { tm_exit_notify(latch, 1); }
