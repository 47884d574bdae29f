/*
 * How a native process ends: the results are written first, whatever ends it, and nothing waits for ever.
 *
 * **Signals.** Of a handler nothing is asked but what is safe in it. It notes the signal, wakes a thread that waits for just that (the
 * ender), and holds the interrupted thread there, as well as the one the process began with: by default neither would go on either. The
 * ender begins a third thread, which has the results written, watches it, and then lets the signal do what it does by default. So the
 * status is that of the signal, `raise` does not return, and no `sleep` ends early.
 *
 * **Threads that are held** may hold a lock which the writing needs: that of stdout, of malloc, or, in Kotlin code, the collector waits for
 * them. Where the writing is seen to wait for a lock and gets no processor time, they are let go on for milliseconds, each time longer, and
 * held again; not those that a signal found waiting in the kernel. A thread in the midst of a function of libtimemory.so is never held
 * there: it is when it leaves (see `tm_exit_guard`).
 *
 * **Other threads** run on, as they would until a program's own handler had ended it. One that calls `exit` meanwhile waits.
 *
 * **Crashes**, on request (TIMEMORY_ENABLE_ALL_SIGNALS): the thread that crashed is held, on a stack of its own where its own has
 * overflowed, the others go the same way, and at last the fault happens again, without a handler. If writing crashes too, or waits for what
 * never comes, what is kept for that in plain memory (`dump`) goes to a file of its own.
 *
 * **Writing that crashes**, be it that Kotlin's runtime finds no memory and aborts, is given up, and the process ends as it was about to:
 * with the status it gave to `exit`, whose further handlers and output follow, or by the signal that came first.
 *
 * **A second signal** ends the process at once. Within half a second it is the same one: `timeout` and terminals send theirs twice.
 *
 * No descriptor is needed but to write: everything is told by words of memory and the kernel's futex.
 */
#define _GNU_SOURCE
#include "process_exit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "process_copies.h"
#include "process_memory.h"
#include "../signal_sets.h"

/* Where the process stands. */
enum { TIMEMORY_RUNS, TIMEMORY_SIGNALLED, TIMEMORY_EXITS, TIMEMORY_WRITTEN };

/* What the ender is woken for. */
enum { TIMEMORY_NOTHING, TIMEMORY_WRITE, TIMEMORY_WATCH };

#define TIMEMORY_MAX_HELD 8

static struct {
    void (*body)(void); /* has the results written */
    int (*is_inside)(void);
    void (*ending)(void);
    void (*dump)(int file);
    char dump_path[1024];
    const char* known;       /* what there is to tell where there is no `dump` */
    char half_written[4096]; /* the file that is being written, by the name it has until it is whole */
    int64_t patience;        /* in nanoseconds: how long the writing may get nowhere */

    pid_t process;
    pid_t ender;
    pid_t writer; /* who reads and writes; begins as the one that `body` is called on, which may leave that to another and look on */
    pid_t caller; /* that one */
    clockid_t writer_clock;
    clockid_t caller_clock;
    int is_left; /* whether the caller has left it to another */
    int handles_crashes;
    int may_handle; /* signals at all */
    struct timemory_copies* copies;

    int state;
    int wanted;         /* a futex: for the ender */
    int done;           /* a futex: the writing is over */
    int served;         /* a futex: it was for another copy of the library, and is over or given up */
    int serves;         /* whether it is for another copy, which ends the process then */
    int crashed;        /* a futex: the writing is given up, as it crashed */
    sigjmp_buf way_out; /* of whoever has the results written and is to go on without */
    int phase;          /* a futex: for the threads that are held, odd while they may go on */
    int beat;           /* moves while the ender lives */
    int deferred;       /* threads to be held once they leave libtimemory.so */
    int signal;         /* the one that ends the process, 0 for none */
    int status;         /* otherwise this does */
    int leaves;         /* whether it is to end by _exit */
    int64_t since;      /* when the first signal came */
    pid_t held[TIMEMORY_MAX_HELD];
} timemory_end = {.patience = 10000000000LL};

#define TIMEMORY_GET(field) __atomic_load_n(&timemory_end.field, __ATOMIC_SEQ_CST)
#define TIMEMORY_SET(field, value) __atomic_store_n(&timemory_end.field, value, __ATOMIC_SEQ_CST)

static __thread int timemory_is_deferred __attribute__((tls_model("initial-exec")));

/* Whether Kotlin's runtime knows the thread. */
static __thread int timemory_is_known __attribute__((tls_model("initial-exec")));

/* Of Kotlin's runtime: its garbage collector waits no longer for the calling thread to stop. */
static void (*timemory_leave_kotlin)(void);

static inline int64_t timemory_end_clock(clockid_t clock) {
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? (int64_t)now.tv_sec * 1000000000 + now.tv_nsec : 0;
}

static inline int64_t timemory_end_now(void) { return timemory_end_clock(CLOCK_MONOTONIC); }

static inline int timemory_end_replace(int* word, int expected, int wanted) {
    return __atomic_compare_exchange_n(word, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Waits until *word is not `known`, or so long; also returns for no reason. */
static inline void timemory_end_wait(int* word, int known, int64_t nanoseconds) {
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, known, &limit, NULL, 0);
}

static inline void timemory_end_wake(int* word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

static inline pid_t timemory_end_thread(void) { return (pid_t)syscall(SYS_gettid); }

/* Whether the calling thread is one of those that end the process, which nothing here may hold. */
static inline int timemory_end_is_ours(void) {
    pid_t thread = timemory_end_thread();
    return thread == TIMEMORY_GET(writer) || thread == TIMEMORY_GET(caller) || thread == TIMEMORY_GET(ender);
}

/* ---- Words, without anything that takes a lock ------------------------------------------------------------------------------------- */

static inline void timemory_end_text(int file, const char* text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR) return;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

static inline void timemory_end_number(int file, uint64_t number) {
    char digits[24];
    char* first = digits + sizeof digits - 1;
    *first = '\0';
    do *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    timemory_end_text(file, first);
}

static inline const char* timemory_end_signal_name(int number) {
    switch (number) {
        case SIGTERM: return "SIGTERM";
        case SIGINT: return "SIGINT";
        case SIGHUP: return "SIGHUP";
        case SIGQUIT: return "SIGQUIT";
        case SIGABRT: return "SIGABRT";
        case SIGSEGV: return "SIGSEGV";
        case SIGBUS: return "SIGBUS";
        case SIGFPE: return "SIGFPE";
        case SIGILL: return "SIGILL";
        default: return "a signal";
    }
}

/* What is known without asking anybody, where results cannot be made: why they cannot, then what `dump` has. */
static inline void timemory_end_emergency(const char* why) {
    static int once;
    if (!timemory_end_replace(&once, 0, 1)) return;
    timemory_end_text(2, "timemory: not all results are written: ");
    timemory_end_text(2, why);
    if (timemory_end.half_written[0] != '\0') unlink(timemory_end.half_written);
    const char* known = __atomic_load_n(&timemory_end.known, __ATOMIC_SEQ_CST);
    if ((timemory_end.dump == NULL && known == NULL) || timemory_end.dump_path[0] == '\0') {
        timemory_end_text(2, "\n");
        return;
    }
    char* slash = strrchr(timemory_end.dump_path, '/');
    if (slash != NULL && slash != timemory_end.dump_path) {
        *slash = '\0';
        mkdir(timemory_end.dump_path, 0700);
        *slash = '/';
    }
    /* Where others may write, one of them may have put a link there, to have another file overwritten. */
    unlink(timemory_end.dump_path);
    int file = open(timemory_end.dump_path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    timemory_end_text(2, file < 0 ? ". What is known of regions and laps:\n" : ". What is known of regions and laps stands in '");
    if (file >= 0) {
        timemory_end_text(2, timemory_end.dump_path);
        timemory_end_text(2, "'\n");
        timemory_end_text(file, "timemory: ");
        timemory_end_text(file, why);
        timemory_end_text(file, "\n");
    }
    if (timemory_end.dump != NULL) timemory_end.dump(file < 0 ? 2 : file);
    else timemory_end_text(file < 0 ? 2 : file, known);
    if (file >= 0) close(file);
}

/* ---- Ends ---------------------------------------------------------------------------------------------------------------------------- */

static inline void timemory_end_by_default(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
}

/*
 * By the signal, as without a handler; where the kernel does nothing, as for the first process of a container, by the status that shells
 * give.
 */
static inline void timemory_end_by(int number) {
    timemory_end_by_default(number);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    syscall(SYS_tgkill, getpid(), timemory_end_thread(), number);
    struct timespec moment = {0, 100000000};
    nanosleep(&moment, NULL);
    for (;;) syscall(SYS_exit_group, 128 + number);
}

static inline void timemory_end_now_by(int number, const char* why) {
    timemory_end_emergency(why);
    if (number > 0) timemory_end_by(number);
    for (;;) syscall(SYS_exit_group, TIMEMORY_GET(status));
}

/* ---- Threads that are held ----------------------------------------------------------------------------------------------------------- */

static inline void timemory_end_note_held(void) {
    pid_t thread = timemory_end_thread();
    for (int i = 0; i < TIMEMORY_MAX_HELD; i++) {
        if (TIMEMORY_GET(held[i]) == thread || timemory_end_replace(&timemory_end.held[i], 0, thread)) return;
    }
}

/* Returns where the thread may go on, never where not; and where the results are written and `until_written`. */
static inline void timemory_end_hold(int may_go_on, int until_written) {
    int64_t last = timemory_end_now();
    int beat = TIMEMORY_GET(beat);
    for (;;) {
        int phase = TIMEMORY_GET(phase);
        if (until_written && TIMEMORY_GET(state) == TIMEMORY_WRITTEN) return;
        if (may_go_on && (phase & 1) != 0) return;
        timemory_end_wait(&timemory_end.phase, phase, 1000000000);
        if (TIMEMORY_GET(beat) != beat || TIMEMORY_GET(state) == TIMEMORY_WRITTEN) {
            beat = TIMEMORY_GET(beat);
            last = timemory_end_now();
        } else if (timemory_end_now() - last > timemory_end.patience + timemory_end.patience / 2) {
            timemory_end_now_by(TIMEMORY_GET(signal), "the thread that ends the process waits for something itself");
        }
    }
}

/*
 * Whether the signal came while the thread waited in a call of the system, which now returns for no other reason: then it must not go on,
 * since the program would take that for the end of its wait. Nobody waits for such a thread either, or only where it waits with a lock in
 * its hand.
 */
static inline int timemory_end_was_waiting(const ucontext_t* context) {
#if defined(__x86_64__)
    const unsigned char* next = (const unsigned char*)context->uc_mcontext.gregs[REG_RIP];
    return context->uc_mcontext.gregs[REG_RAX] == -EINTR && next[-2] == 0x0f && next[-1] == 0x05; /* syscall */
#elif defined(__aarch64__)
    const uint32_t* next = (const uint32_t*)context->uc_mcontext.pc;
    return (int64_t)context->uc_mcontext.regs[0] == -EINTR && next[-1] == 0xd4000001; /* svc #0 */
#else
    (void)context;
    return 0;
#endif
}

/* As a signal has interrupted the thread. */
static inline void timemory_end_hold_here(const ucontext_t* context) {
    if (timemory_end.is_inside != NULL && timemory_end.is_inside()) {
        if (!timemory_is_deferred) {
            timemory_is_deferred = 1;
            __atomic_fetch_add(&timemory_end.deferred, 1, __ATOMIC_SEQ_CST);
        }
        return;
    }
    if (timemory_end_was_waiting(context)) timemory_end_hold(0, 0);
    timemory_end_note_held();
    timemory_end_hold(1, 0);
}

/* As the thread enters libtimemory.so, or leaves it. */
void tm_exit_pass(void) {
    if (timemory_end_is_ours()) return;
    if (timemory_is_deferred) {
        timemory_is_deferred = 0;
        timemory_end_note_held();
        __atomic_fetch_sub(&timemory_end.deferred, 1, __ATOMIC_SEQ_CST);
    }
    timemory_end_hold(1, 0);
}

/* Has the handler run on another thread, by a signal that it knows for ours. */
static inline void timemory_end_hold_other(pid_t thread, int number) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = number;
    info.si_code = SI_QUEUE;
    info.si_pid = timemory_end.process;
    info.si_uid = getuid();
    info.si_value.sival_ptr = &timemory_end;
    syscall(SYS_rt_tgsigqueueinfo, timemory_end.process, thread, number, &info);
}

/* Lets the held threads go on for so long, and holds them again; sooner where the writing moves. */
static inline void timemory_end_slip(int64_t nanoseconds) {
    int number = TIMEMORY_GET(signal);
    if (number == 0 || TIMEMORY_GET(held[0]) == 0) return;
    int64_t written = timemory_end_clock(timemory_end.writer_clock);
    int by_writer = timemory_end_thread() == TIMEMORY_GET(writer);
    int64_t until = timemory_end_now() + nanoseconds;
    __atomic_add_fetch(&timemory_end.phase, 1, __ATOMIC_SEQ_CST);
    timemory_end_wake(&timemory_end.phase);
    do {
        struct timespec moment = {0, nanoseconds < 1000000 ? nanoseconds : 1000000};
        nanosleep(&moment, NULL);
    } while (timemory_end_now() < until && (by_writer || timemory_end_clock(timemory_end.writer_clock) == written));
    __atomic_add_fetch(&timemory_end.phase, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < TIMEMORY_MAX_HELD && TIMEMORY_GET(held[i]) != 0; i++) timemory_end_hold_other(TIMEMORY_GET(held[i]), number);
}

/* Where the thread waits that is to end the process while another writes: it goes on without. */
static inline void timemory_end_look_out(void) {
    if (TIMEMORY_GET(crashed) && timemory_end_thread() == TIMEMORY_GET(caller)) siglongjmp(timemory_end.way_out, 1);
}

/* Lets held threads run for so long where it is the writing that waits for them, and not who looks on; false where none are waited for. */
static inline bool timemory_end_slips(int microseconds) {
    pid_t thread = timemory_end_thread();
    int looks_on = TIMEMORY_GET(is_left) && thread == TIMEMORY_GET(caller);
    timemory_end_look_out();
    if (TIMEMORY_GET(state) != TIMEMORY_SIGNALLED || thread != TIMEMORY_GET(writer) || looks_on) return false;
    timemory_end_slip((int64_t)(microseconds < 100 ? 100 : microseconds) * 1000);
    return true;
}

/* Lets other threads run for so long, those that are held too. */
void tm_exit_pause(int microseconds) {
    if (!timemory_end_slips(microseconds)) usleep((useconds_t)microseconds);
}

/* As above, but where no threads are held no longer than until *word is not 0. */
void tm_exit_await_latch(int* word, int microseconds) {
    if (!timemory_end_slips(microseconds)) timemory_end_wait(word, 0, (int64_t)microseconds * 1000);
}

bool tm_exit_is_latch_open(int* word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST) != 0; }

void tm_exit_open_latch(int* word) {
    __atomic_store_n(word, 1, __ATOMIC_SEQ_CST);
    timemory_end_wake(word);
}

/* ---- Handlers ------------------------------------------------------------------------------------------------------------------------ */

static inline int timemory_end_is_crash(int number) {
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGABRT;
}

/* The first signal: whatever else comes finds the process ending. */
static inline int timemory_end_begin(int number) {
    if (!timemory_end_replace(&timemory_end.state, TIMEMORY_RUNS, TIMEMORY_SIGNALLED)) return 0;
    TIMEMORY_SET(signal, number);
    tm_exit_release_memory();
    if (timemory_end.ending != NULL) timemory_end.ending();
    TIMEMORY_SET(wanted, TIMEMORY_WRITE);
    timemory_end_wake(&timemory_end.wanted);
    if (number != 0 && timemory_end_thread() != timemory_end.process) timemory_end_hold_other(timemory_end.process, number);
    return 1;
}

/* On the thread that crashed. */
static inline void timemory_end_give_up(int number) {
    timemory_end_text(2, "timemory: ");
    timemory_end_text(2, timemory_end_signal_name(number));
    timemory_end_text(2, " while results were written\n");
    timemory_end_emergency("writing them crashed");
    if (TIMEMORY_GET(state) == TIMEMORY_EXITS && timemory_end_thread() != TIMEMORY_GET(ender)) {
        if (timemory_end.ending != NULL) timemory_end.ending();
        TIMEMORY_SET(crashed, 1);
        timemory_end_look_out();
        int64_t begun = timemory_end_now();
        while (timemory_end_now() - begun < 1000000000) timemory_end_wait(&timemory_end.crashed, 1, 1000000000);
        if (TIMEMORY_GET(state) == TIMEMORY_WRITTEN) timemory_end_hold(0, 0);
    }
    timemory_end_now_by(TIMEMORY_GET(signal), "");
}

static inline void timemory_end_on_crash(int number, int was_sent) {
    if (timemory_end_is_ours() && TIMEMORY_GET(state) != TIMEMORY_WRITTEN) timemory_end_give_up(number);
    if (timemory_end_begin(number)) {
        /* The thread never gets on with the Kotlin code that it crashed in, and needs nothing any more of what the collector takes away. */
        if (timemory_is_known && (timemory_end.is_inside == NULL || timemory_end.is_inside()) && timemory_leave_kotlin != NULL)
            timemory_leave_kotlin();
        timemory_end_text(2, "timemory: ");
        timemory_end_text(2, timemory_end_signal_name(number));
        timemory_end_text(2, ": the results so far are written, then the process ends\n");
    }
    if (TIMEMORY_GET(signal) != number && TIMEMORY_GET(state) == TIMEMORY_SIGNALLED) timemory_end_hold(0, 0);
    timemory_end_hold(0, 1);
    timemory_end_by_default(number);
    if (was_sent) timemory_end_by(number);
}

static inline void timemory_end_on_request(int number, const ucontext_t* context) {
    int64_t now = timemory_end_now(), unset = 0;
    int is_first = __atomic_compare_exchange_n(&timemory_end.since, &unset, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (!is_first && now - unset > 500000000) timemory_end_now_by(number, "a second signal came while they were written");
    if (timemory_end_begin(number)) return timemory_end_hold_here(context);
    switch (TIMEMORY_GET(state)) {
        case TIMEMORY_SIGNALLED: return timemory_end_hold_here(context);
        case TIMEMORY_EXITS: TIMEMORY_SET(signal, number); return; /* which the process ends by when its results are written */
        default: timemory_end_by(number);
    }
}

static void timemory_end_on_signal(int number, siginfo_t* info, void* context) {
    int saved = errno;
    if (getpid() != timemory_end.process) { /* one that was forked ends at once, and does not speak in its parent's name */
        timemory_end_by_default(number);
        if (info->si_code <= 0) timemory_end_by(number);
    } else if (info->si_code == SI_QUEUE && info->si_pid == timemory_end.process && info->si_value.sival_ptr == (void*)&timemory_end) {
        timemory_end_hold_here(context);
    } else if (timemory_end_is_crash(number)) {
        timemory_end_on_crash(number, info->si_code <= 0);
    } else {
        timemory_end_on_request(number, context);
    }
    errno = saved;
}

/* Takes over the signal only where nobody else handles or ignores it. */
static inline void timemory_end_take(int number) {
    struct sigaction known;
    if (sigaction(number, NULL, &known) != 0 || (known.sa_flags & SA_SIGINFO) != 0 || known.sa_handler != SIG_DFL) return;
    struct sigaction taken;
    memset(&taken, 0, sizeof taken);
    taken.sa_sigaction = timemory_end_on_signal;
    taken.sa_flags = SA_RESTART | SA_SIGINFO | SA_ONSTACK | SA_NODEFER; /* the second signal must get through to a thread that is held */
    sigaction(number, &taken, NULL);
}

static const int timemory_end_crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* While results are written a crash of that is not one of the program, whether or not those are handled. */
static inline void timemory_end_heed_crashes(int heeds) {
    if (!timemory_end.may_handle || timemory_end.handles_crashes) return;
    for (size_t i = 0; i < sizeof timemory_end_crashes / sizeof *timemory_end_crashes; i++) {
        struct sigaction known;
        int number = timemory_end_crashes[i];
        if (heeds) timemory_end_take(number);
        else if (sigaction(number, NULL, &known) == 0 && known.sa_sigaction == timemory_end_on_signal) timemory_end_by_default(number);
    }
}

/*
 * A stack for handlers, where one that overflowed leaves no room; to be called by each thread from Kotlin, and costs nothing the second
 * time.
 */
static pthread_key_t timemory_end_stack_key;

#define TIMEMORY_END_STACK 65536

static void timemory_end_free_stack(void* stack) {
    stack_t none, known;
    memset(&none, 0, sizeof none);
    none.ss_flags = SS_DISABLE;
    if (sigaltstack(NULL, &known) == 0 && known.ss_sp == stack) sigaltstack(&none, NULL);
    munmap(stack, TIMEMORY_END_STACK);
}

void tm_exit_thread_began(void) {
    timemory_is_known = 1;
    if (!timemory_end.handles_crashes) return;
    stack_t known, own;
    if (sigaltstack(NULL, &known) != 0 || (known.ss_flags & SS_DISABLE) == 0) return;
    memset(&own, 0, sizeof own);
    own.ss_size = TIMEMORY_END_STACK;
    own.ss_sp = mmap(NULL, own.ss_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (own.ss_sp == MAP_FAILED) return;
    if (sigaltstack(&own, NULL) == 0 && pthread_setspecific(timemory_end_stack_key, own.ss_sp) == 0) return;
    timemory_end_free_stack(own.ss_sp);
}

/* ---- The ender ----------------------------------------------------------------------------------------------------------------------- */

/*
 * Whether a thread waits for a lock, or for another thread: by the number of the system call that it is in. Yes where that cannot be known.
 */
static inline int timemory_end_waits_for_lock(pid_t thread) {
    char path[64], text[32], known[16];
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 1;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return 1;
    text[length] = '\0';
    snprintf(known, sizeof known, "%d ", (int)SYS_futex);
    return strncmp(text, known, strlen(known)) == 0;
}

/*
 * Until the writing is over; false where it gets nowhere. Kotlin bounds the steps of that itself, where it still runs; whether it does
 * shows in the thread that `body` was called on, which at least looks on. What it waits for may be at work, as Kotlin's collector is in
 * threads of its own, so the limit is longer while the process uses CPU time.
 */
static inline int timemory_end_watch(int lets_go) {
    int64_t begun = timemory_end_now(), moved = begun, alive = begun, seen = begun, busy = 0;
    int64_t of_writer = -1, of_caller = -1, of_all = 0, slip = 10000000;
    while (TIMEMORY_GET(done) == 0) {
        timemory_end_wait(&timemory_end.done, 0, 20000000);
        __atomic_add_fetch(&timemory_end.beat, 1, __ATOMIC_SEQ_CST);
        int64_t now = timemory_end_now(), used = timemory_end_clock(CLOCK_PROCESS_CPUTIME_ID);
        if (used - of_all > (now - seen) / 4) busy = now;
        of_all = used;
        seen = now;
        if ((used = timemory_end_clock(timemory_end.caller_clock)) != of_caller) alive = now;
        of_caller = used;
        if ((used = timemory_end_clock(timemory_end.writer_clock)) != of_writer) {
            moved = now;
            slip = 10000000;
        }
        of_writer = used;
        int is_busy = now - busy < 60000000;
        if (lets_go && now - moved > (is_busy ? 2000000000 : 60000000) && timemory_end_waits_for_lock(TIMEMORY_GET(writer))) {
            timemory_end_slip(slip);
            if (slip < 1000000000) slip *= 2;
        }
        if (now - alive <= timemory_end.patience * (is_busy ? 6 : 1)) continue;
        /* A process that ends by itself, and was not asked to, may wait for whoever reads its output. */
        if (lets_go || TIMEMORY_GET(signal) != 0 || timemory_end_waits_for_lock(TIMEMORY_GET(caller))) return 0;
        alive = now;
    }
    return 1;
}

static inline int timemory_end_is_writing(void) {
    int state = TIMEMORY_GET(state);
    return state == TIMEMORY_SIGNALLED || state == TIMEMORY_EXITS;
}

static inline clockid_t timemory_end_clock_of(pthread_t thread) {
    clockid_t clock;
    return pthread_getcpuclockid(thread, &clock) == 0 ? clock : CLOCK_PROCESS_CPUTIME_ID;
}

static void* timemory_end_run(void* body) {
    if (timemory_end_is_writing() && TIMEMORY_GET(is_left)) {
        timemory_end.writer_clock = timemory_end_clock_of(pthread_self());
        TIMEMORY_SET(writer, timemory_end_thread());
    }
    tm_exit_thread_began();
    ((void (*)(void))(intptr_t)body)();
    return NULL;
}

static inline int timemory_end_thread_with(void* (*body)(void*), void* argument) {
    sigset_t most = timemory_program_signals(), before;
    pthread_sigmask(SIG_SETMASK, &most, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    int status = pthread_create(&thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* Begins a thread; where whoever has the results written does so, that thread writes them. */
int tm_exit_start_thread(void (*body)(void)) {
    int leaves = timemory_end_is_writing() && timemory_end_thread() == TIMEMORY_GET(caller);
    int before = TIMEMORY_GET(is_left);
    if (leaves) TIMEMORY_SET(is_left, 1);
    int status = timemory_end_thread_with(timemory_end_run, (void*)(intptr_t)body);
    if (status != 0 && leaves) TIMEMORY_SET(is_left, before);
    return status;
}

/* On the thread that has the results written: those of other copies of the library too, which its watcher then looks at. */
static inline void timemory_end_ask_others(void) {
    if (timemory_end.copies == NULL) return;
    for (int place = 0; place < TIMEMORY_MAX_COPIES; place++) {
        const struct timemory_copy* other = timemory_other_copy(timemory_end.copies, place, &timemory_end.served);
        if (other == NULL || !other->begin(TIMEMORY_GET(signal))) continue;
        TIMEMORY_SET(is_left, 1);
        while (__atomic_load_n(other->done, __ATOMIC_SEQ_CST) == 0) {
            timemory_end.writer_clock = *other->writer_clock;
            TIMEMORY_SET(writer, __atomic_load_n(other->writer, __ATOMIC_SEQ_CST));
            timemory_end_wait(other->done, 0, 20000000);
        }
    }
}

/* As another copy asks for it, which ends the process afterwards; false where the results are written already. */
static int timemory_end_serve(int number) {
    if (timemory_end.process != getpid()) return 0;
    if (!timemory_end_replace(&timemory_end.state, TIMEMORY_RUNS, TIMEMORY_SIGNALLED)) return TIMEMORY_GET(state) == TIMEMORY_EXITS;
    TIMEMORY_SET(serves, 1);
    TIMEMORY_SET(signal, number);
    tm_exit_release_memory();
    if (timemory_end.ending != NULL) timemory_end.ending();
    TIMEMORY_SET(wanted, TIMEMORY_WRITE);
    timemory_end_wake(&timemory_end.wanted);
    return 1;
}

static inline void timemory_end_served(void) {
    TIMEMORY_SET(served, 1);
    timemory_end_wake(&timemory_end.served);
}

static void* timemory_end_write(void* unused) {
    (void)unused;
    timemory_end.caller_clock = timemory_end.writer_clock = timemory_end_clock_of(pthread_self());
    TIMEMORY_SET(caller, timemory_end_thread());
    TIMEMORY_SET(writer, timemory_end_thread());
    tm_exit_thread_began();
    timemory_end.body();
    timemory_end_ask_others();
    TIMEMORY_SET(done, 1);
    timemory_end_wake(&timemory_end.done);
    for (;;) pause();
    return NULL;
}

static inline void timemory_end_finish(void) {
    /*
     * Threads that are in the midst of libtimemory.so leave it first: a region that they close is recorded, results that they write are
     * whole.
     */
    int64_t begun = timemory_end_now();
    while (TIMEMORY_GET(deferred) > 0 && timemory_end_now() - begun < timemory_end.patience) {
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
        __atomic_add_fetch(&timemory_end.beat, 1, __ATOMIC_SEQ_CST);
    }
    const char* why = "writing them waits for something that does not come";
    int is_written = 0;
    timemory_end_heed_crashes(1);
    timemory_end.caller_clock = timemory_end.writer_clock = CLOCK_PROCESS_CPUTIME_ID; /* until the thread tells its own */
    if (timemory_end_thread_with(timemory_end_write, NULL) != 0) {
        why = "no thread could be started to write them";
    } else {
        is_written = timemory_end_watch(1);
    }
    int number = TIMEMORY_GET(signal);
    if (!is_written && TIMEMORY_GET(serves)) timemory_end_emergency(why);
    else if (!is_written) timemory_end_now_by(number, why);
    TIMEMORY_SET(state, TIMEMORY_WRITTEN);
    __atomic_add_fetch(&timemory_end.phase, 2, __ATOMIC_SEQ_CST);
    timemory_end_wake(&timemory_end.phase);
    timemory_end_served();
    while (TIMEMORY_GET(serves)) pause();
    if (timemory_end_is_crash(number)) {
        struct timespec moment = {2, 0};
        nanosleep(&moment, NULL); /* where the fault happens again, there is a core of it */
    }
    if (number > 0) timemory_end_by(number);
    for (;;) syscall(SYS_exit_group, TIMEMORY_GET(status));
}

static void* timemory_end_wait_to_end(void* unused) {
    (void)unused;
    TIMEMORY_SET(ender, timemory_end_thread());
    for (;;) {
        int wanted = TIMEMORY_GET(wanted);
        if (wanted == TIMEMORY_NOTHING) {
            syscall(SYS_futex, &timemory_end.wanted, FUTEX_WAIT_PRIVATE, TIMEMORY_NOTHING, NULL, NULL, 0);
            continue;
        }
        if (wanted == TIMEMORY_WRITE) timemory_end_finish();
        if (!timemory_end_watch(0)) timemory_end_now_by(TIMEMORY_GET(signal), "writing them waits for something that does not come");
        return NULL;
    }
}

/* ---- Ends by the process itself ------------------------------------------------------------------------------------------------------ */

/* Whether the caller is to have the results written; where another thread does so already, it does not return before that is over. */
static inline int timemory_end_claim(void) {
    if (timemory_end.process != getpid()) return 0;
    if (timemory_end_replace(&timemory_end.state, TIMEMORY_RUNS, TIMEMORY_EXITS)) {
        timemory_end.caller_clock = timemory_end.writer_clock = timemory_end_clock_of(pthread_self());
        TIMEMORY_SET(caller, timemory_end_thread());
        TIMEMORY_SET(writer, timemory_end_thread());
        tm_exit_release_memory();
        TIMEMORY_SET(wanted, TIMEMORY_WATCH);
        timemory_end_wake(&timemory_end.wanted);
        return 1;
    }
    if (timemory_end_is_ours()) return 0; /* the writing itself ends the process */
    timemory_end_hold(0, TIMEMORY_GET(state) != TIMEMORY_SIGNALLED);
    return 0;
}

static inline void timemory_end_is_over(void) {
    timemory_end_heed_crashes(0);
    TIMEMORY_SET(state, TIMEMORY_WRITTEN);
    TIMEMORY_SET(done, 1);
    timemory_end_wake(&timemory_end.done);
    __atomic_add_fetch(&timemory_end.phase, 2, __ATOMIC_SEQ_CST);
    timemory_end_wake(&timemory_end.phase);
    timemory_end_served();
    int number = TIMEMORY_GET(signal);
    if (number > 0) timemory_end_by(number);
}

/* Has the results written on the calling thread, before it ends the process. */
void tm_exit_write_results(void) {
    if (!timemory_end_claim()) return;
    timemory_end_heed_crashes(1);
    if (sigsetjmp(timemory_end.way_out, 0) == 0) timemory_end.body();
    timemory_end_is_over();
}

static void timemory_end_on_exit(int status, void* unused) {
    (void)unused;
    TIMEMORY_SET(status, status);
    tm_exit_write_results();
}

static void timemory_end_on_quick_exit(void) { tm_exit_write_results(); }

/* As _exit, after the results are written. May be called where only little may: in handlers of signals. */
void tm_exit_leave(int status) {
    if (timemory_end.process == getpid() && timemory_end.body != NULL && !timemory_end_is_ours()) {
        if (TIMEMORY_GET(state) == TIMEMORY_RUNS) TIMEMORY_SET(status, status);
        if (timemory_end_begin(0) || TIMEMORY_GET(state) != TIMEMORY_WRITTEN) timemory_end_hold(0, TIMEMORY_GET(state) == TIMEMORY_EXITS);
    }
    for (;;) syscall(SYS_exit_group, status);
}

/* Has `body` called before the process ends, on whichever thread that is; 0, or the number of an error. */
int tm_exit_watch(void (*body)(void), int signals, void (*leave_kotlin)(void)) {
    timemory_leave_kotlin = leave_kotlin;
    timemory_end.body = body;
    timemory_end.process = getpid();
    tm_exit_reserve_memory();
    if (signals == TM_EXIT_ALL_SIGNALS) {
        timemory_end.handles_crashes = pthread_key_create(&timemory_end_stack_key, timemory_end_free_stack) == 0;
    }
    if (on_exit(timemory_end_on_exit, NULL) != 0 || at_quick_exit(timemory_end_on_quick_exit) != 0) return ENOMEM;
    int status = timemory_end_thread_with(timemory_end_wait_to_end, NULL);
    if (status != 0 || signals == TM_EXIT_NO_SIGNALS) return status;
    timemory_end.may_handle = 1;
    struct timemory_copy own = {timemory_end_serve, &timemory_end.served, &timemory_end.writer, &timemory_end.writer_clock};
    timemory_end.copies = timemory_join_copies(own);
    tm_exit_thread_began();
    timemory_end_take(SIGTERM);
    timemory_end_take(SIGINT);
    if (signals != TM_EXIT_ALL_SIGNALS) return 0;
    timemory_end_take(SIGHUP);
    timemory_end_take(SIGQUIT);
    for (size_t i = 0; i < sizeof timemory_end_crashes / sizeof *timemory_end_crashes; i++) timemory_end_take(timemory_end_crashes[i]);
    return 0;
}

/*
 * Has the results written before what libraries have registered since for the end of the process: `exit` calls first what was registered
 * last, and writes nothing twice.
 */
void tm_exit_write_before_later_handlers(void) {
    if (timemory_end.body == NULL || timemory_end.process != getpid()) return;
    /* A refusal leaves what is registered already. */
    if (on_exit(timemory_end_on_exit, NULL) == 0) (void)at_quick_exit(timemory_end_on_quick_exit);
}

/*
 * What a library that stands between the program and Kotlin adds: whether the calling thread is in it, and what it knows for emergencies.
 */
void tm_exit_guard(int (*is_inside)(void), void (*ending)(void), void (*dump)(int file)) {
    timemory_end.is_inside = is_inside;
    timemory_end.dump = dump;
    timemory_end.ending = ending;
}

void tm_exit_set_dump_path(const char* path) { strncpy(timemory_end.dump_path, path, sizeof timemory_end.dump_path - 1); }

/* Then the thread that crashed is held for ever, wherever it stands. */
bool tm_exit_is_by_crash(void) { return timemory_end_is_crash(TIMEMORY_GET(signal)); }

bool tm_exit_has_dump(void) { return timemory_end.dump != NULL; }

/* What to tell if the results that have been read cannot be written, of which a copy is kept. */
void tm_exit_keep_known_text(const char* text) {
    char* copy = strdup(text);
    if (copy != NULL) free((char*)__atomic_exchange_n(&timemory_end.known, copy, __ATOMIC_SEQ_CST));
}

/* The file that a crash is to remove, "" for none. */
void tm_exit_set_partial_file(const char* path) {
    size_t length = strlen(path);
    timemory_end.half_written[0] = '\0';
    if (length == 0 || length >= sizeof timemory_end.half_written) return;
    memcpy(timemory_end.half_written + 1, path + 1, length);
    __atomic_store_n(timemory_end.half_written, *path, __ATOMIC_SEQ_CST);
}
