/* The exit handling of cinterop/linux by itself, without Kotlin: every way to end writes the results once, and keeps its status. */
#define _GNU_SOURCE
#include "children.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "../../../cinterop/linux/c/emergency_dump.c"
#include "../../../cinterop/linux/c/exit_signals.c"
#include "../../../cinterop/linux/c/exit_state.c"
#include "../../../cinterop/linux/c/exit_thread.c"
#include "../../../cinterop/linux/c/held_threads.c"
#include "../../../cinterop/linux/c/process_exit.c"
#include "../../../cinterop/linux/c/process_memory.c"
#include "../../../cinterop/linux/c/results_writer.c"
#include "../../../cinterop/linux/c/signal_stack.c"

/* ---- What the children do ------------------------------------------------------------------------------------------------------------ */

static int signals = TM_EXIT_USUAL_SIGNALS;

static void append(const char* text) {
    int file = open("results", O_WRONLY | O_CREAT | O_APPEND, 0600);
    tm_exit_print(file, text);
    close(file);
}

static void write_all(void) { append("written\n"); }

static void watch_with(void (*write_results)(void)) {
    tm_exit_set_dump_path("output/unfinished.txt");
    if (tm_exit_watch(write_results, signals, NULL) != 0) abort();
}

static void dump(int file) { tm_exit_print(file, "open region\n"); }

static int never(void) { return 0; }

static void nothing(void) {}

static void start(void (*write_results)(void)) {
    tm_exit_guard(never, nothing, dump);
    watch_with(write_results);
}

static pthread_t in_thread(void* (*body)(void*)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) != 0) abort();
    return thread;
}

static void sleep_long(void) {
    shared->ready = 1;
    sleep(3600);
    shared->went_on = 1;
}

static void call_exit(void) {
    start(write_all);
    exit(3);
}

static void call_quick_exit(void) {
    start(write_all);
    quick_exit(4);
}

static void call_leave(void) {
    start(write_all);
    tm_exit_leave(5);
}

static void register_again(void) {
    start(write_all);
    tm_exit_write_before_later_handlers();
    exit(3);
}

static void wait_for_signal(void) {
    start(write_all);
    sleep_long();
}

static void* raise_termination(void* unused) {
    raise(SIGTERM);
    shared->went_on = 1;
    return unused;
}

static void raise_in_thread(void) {
    start(write_all);
    in_thread(raise_termination);
    volatile long laps = 0;
    for (;;) laps++;
}

static void crash(void) {
    start(write_all);
    *(volatile int*)(uintptr_t)(signals - signals) = 1;
    shared->went_on = 1;
}

static void own_handler(int number) {
    (void)number;
    _exit(7);
}

static void handle_it_oneself(void) {
    signal(SIGTERM, own_handler);
    start(write_all);
    raise(SIGTERM);
}

static void fork_and_exit(void) {
    start(write_all);
    pid_t child = fork();
    if (child == 0) exit(0);
    waitpid(child, NULL, 0);
    exit(3);
}

/* Crashes while a file is half written. */
static void write_and_crash(void) {
    append("half");
    tm_exit_set_partial_file("results");
    raise(SIGSEGV);
}

static void exit_with_crash(void) {
    start(write_and_crash);
    exit(6);
}

static void wait_with_crash(void) {
    start(write_and_crash);
    sleep_long();
}

/* If others have write access, one of them replaces the folder by a link to another one. */
static void exit_with_linked_folder(void) {
    if (mkdir("precious", 0700) != 0 || symlink("precious", "output") != 0) abort();
    if (lchown("output", 65534, 65534) != 0) abort();
    start(write_and_crash);
    exit(6);
}

static void exit_with_own_link(void) {
    if (mkdir("elsewhere", 0700) != 0 || symlink("elsewhere", "output") != 0) abort();
    start(write_and_crash);
    exit(6);
}

static void exit_with_known_text(void) {
    tm_exit_keep_known_text("known lap\n");
    watch_with(write_and_crash);
    exit(6);
}

static void hang(void) {
    for (;;) pause();
}

static void wait_with_hang(void) {
    start(hang);
    tm_exit.patience = 200000000;
    sleep_long();
}

static atomic_bool is_writing;

static void write_slowly(void) {
    atomic_store(&is_writing, true);
    sleep(60);
}

static void* exit_meanwhile(void* unused) {
    while (!atomic_load(&is_writing)) usleep(1000);
    exit(9);
    return unused;
}

static void write_until_other_exits(void) {
    atomic_store(&is_writing, true);
    usleep(100000); /* time to go wrong: no test fails for want of it */
    write_all();
}

static void exit_while_signalled(void) {
    start(write_until_other_exits);
    in_thread(exit_meanwhile);
    sleep_long();
}

static void be_signalled_twice(void) {
    start(write_slowly);
    pid_t parent = getpid();
    if (fork() == 0) {
        usleep(1500000); /* within half a second it would count as the first one again */
        kill(parent, SIGTERM);
        _exit(0);
    }
    sleep_long();
}

static void write_signalled(void) {
    kill(getpid(), SIGTERM);
    while (TM_EXIT_GET(signal) == 0) usleep(1000);
    write_all();
}

static void be_signalled_while_exiting(void) {
    start(write_signalled);
    exit(3);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* raise_with_lock(void* unused) {
    pthread_mutex_lock(&lock);
    raise(SIGTERM);
    pthread_mutex_unlock(&lock);
    for (;;) pause();
    return unused;
}

static void write_with_lock(void) {
    pthread_mutex_lock(&lock);
    write_all();
}

static void hold_thread_with_lock(void) {
    start(write_with_lock);
    in_thread(raise_with_lock);
    for (;;) pause();
}

static __thread int inside;

static int is_inside(void) { return inside; }

static void* close_region(void* unused) {
    inside = 1;
    raise(SIGTERM); /* returns: the thread is held when it leaves */
    usleep(50000);
    append("closed\n");
    inside = 0;
    tm_exit_pass();
    shared->went_on = TM_EXIT_GET(phase) % 2 == 0;
    return unused;
}

static void signal_inside(void) {
    tm_exit_guard(is_inside, nothing, dump);
    watch_with(write_all);
    in_thread(close_region);
    for (;;) pause();
}

static void* raise_during_vfork(void* unused) {
    while (!shared->ready) usleep(1000);
    usleep(50000);
    raise(SIGTERM);
    return unused;
}

/* The main thread is inside the library, and takes no signal before its child has ended: not before the exit thread looks for it. */
static void signal_late_inside(void) {
    tm_exit_guard(is_inside, nothing, dump);
    watch_with(write_all);
    in_thread(raise_during_vfork);
    inside = 1;
    shared->ready = 1;
    if (vfork() == 0) {
        usleep(300000);
        _exit(0);
    }
    append("closed\n");
    inside = 0;
    tm_exit_pass();
    shared->went_on = TM_EXIT_GET(phase) % 2 == 0;
    for (;;) pause();
}

static void* raise_with_lock_during_call(void* unused) {
    pthread_mutex_lock(&lock);
    shared->ready = 1;
    raise(SIGTERM);
    pthread_mutex_unlock(&lock);
    for (;;) pause();
    return unused;
}

/* The main thread is inside the library and waits there for a lock that a held thread owns. */
static void wait_inside_for_lock(void) {
    tm_exit_guard(is_inside, nothing, dump);
    watch_with(write_all);
    inside = 1;
    in_thread(raise_with_lock_during_call);
    while (!shared->ready) usleep(1000);
    pthread_mutex_lock(&lock);
    append("closed\n");
    inside = 0;
    tm_exit_pass();
    for (;;) pause();
}

static void* raise_soon(void* unused) {
    usleep(50000);
    raise(SIGTERM);
    return unused;
}

static void block_signal(void) {
    tm_exit_guard(is_inside, nothing, dump);
    watch_with(write_all);
    in_thread(raise_soon);
    sigset_t termination;
    sigemptyset(&termination);
    sigaddset(&termination, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &termination, NULL);
    for (;;) pause();
}

static void write_in_thread(void) {
    write_all();
    atomic_store(&is_writing, true);
}

static void leave_to_thread(void) {
    if (tm_exit_start_thread(write_in_thread) != 0) abort();
    while (!atomic_load(&is_writing)) tm_exit_pause(1000);
}

static void exit_by_thread(void) {
    start(leave_to_thread);
    exit(3);
}

/* ---- What their parent expects ------------------------------------------------------------------------------------------------------- */

static void expect_results(const char* text) {
    char path[256], all[256] = "";
    snprintf(path, sizeof path, "%s/results", of_case);
    FILE* file = fopen(path, "r");
    size_t length = file == NULL ? 0 : fread(all, 1, sizeof all - 1, file);
    all[length] = '\0';
    if (file != NULL) fclose(file);
    expect(strcmp(all, text) == 0, "results, once");
}

static void expect_status(int status, int expected) { expect(WIFEXITED(status) && WEXITSTATUS(status) == expected, "the status"); }

static void expect_signal(int status, int expected) {
    expect(WIFSIGNALED(status) && WTERMSIG(status) == expected, "ended by the signal");
    expect(!shared->went_on, "nothing went on");
}

static void expect_dump(const char* why, const char* known) {
    expect(has("stderr", "timemory: some results were not written: ") && has("stderr", why), "logged what is missing");
    expect(has("output/unfinished.txt", known), "dumped what is known");
}

static void test_transitions(void) {
    const int next[TM_EXIT_STATES][TM_EXIT_EVENTS] = {
        [TM_EXIT_RUNNING] = {TM_EXIT_SIGNALLED, TM_EXIT_EXITING, TM_EXIT_RUNNING},
        [TM_EXIT_SIGNALLED] = {TM_EXIT_SIGNALLED, TM_EXIT_SIGNALLED, TM_EXIT_WRITTEN},
        [TM_EXIT_EXITING] = {TM_EXIT_EXITING, TM_EXIT_EXITING, TM_EXIT_WRITTEN},
        [TM_EXIT_WRITTEN] = {TM_EXIT_WRITTEN, TM_EXIT_WRITTEN, TM_EXIT_WRITTEN},
    };
    for (int state = 0; state < TM_EXIT_STATES; state++) {
        for (int event = 0; event < TM_EXIT_EVENTS; event++) {
            tm_exit.state = state;
            bool was_made = tm_exit_transition((enum tm_exit_event)event);
            check(tm_exit.state == next[state][event], "the next state");
            check(was_made == (tm_exit.state != state), "told of a transition");
        }
    }
    tm_exit.state = TM_EXIT_RUNNING;
}

static void test_exits(void) {
    expect_status(status_of("exit", call_exit, 0), 3);
    expect_results("written\n");
    expect_status(status_of("quick_exit", call_quick_exit, 0), 4);
    expect_results("written\n");
    expect_status(status_of("_exit", call_leave, 0), 5);
    expect_results("written\n");
    expect_status(status_of("registered-again", register_again, 0), 3);
    expect_results("written\n");
    expect_status(status_of("other-thread", exit_by_thread, 0), 3);
    expect_results("written\n");
    expect_status(status_of("forked", fork_and_exit, 0), 3);
    expect_results("written\n");
}

static void test_signals(void) {
    expect_signal(status_of("terminated", wait_for_signal, SIGTERM), SIGTERM);
    expect_results("written\n");
    expect_signal(status_of("interrupted", wait_for_signal, SIGINT), SIGINT);
    expect_results("written\n");
    expect_signal(status_of("raised", raise_in_thread, 0), SIGTERM);
    expect_results("written\n");
    expect_signal(status_of("hangup-unhandled", wait_for_signal, SIGHUP), SIGHUP);
    expect_results("");
    expect_signal(status_of("crash-unhandled", crash, 0), SIGSEGV);
    expect_results("");
    expect_status(status_of("own-handler", handle_it_oneself, 0), 7);
    expect_results("");
    signals = TM_EXIT_ALL_SIGNALS;
    expect_signal(status_of("hangup", wait_for_signal, SIGHUP), SIGHUP);
    expect_results("written\n");
    expect_signal(status_of("crash", crash, 0), SIGSEGV);
    expect_results("written\n");
    expect(has("stderr", "timemory: SIGSEGV: writing the results so far"), "logged");
    signals = TM_EXIT_NO_SIGNALS;
    expect_signal(status_of("not-handled", wait_for_signal, SIGTERM), SIGTERM);
    expect_results("");
    signals = TM_EXIT_USUAL_SIGNALS;
}

static void test_threads(void) {
    expect_signal(status_of("lock", hold_thread_with_lock, 0), SIGTERM);
    expect_results("written\n");
    expect_signal(status_of("inside", signal_inside, 0), SIGTERM);
    expect_results("closed\nwritten\n");
    expect_signal(status_of("inside-late", signal_late_inside, 0), SIGTERM);
    expect_results("closed\nwritten\n");
    expect_signal(status_of("inside-lock", wait_inside_for_lock, 0), SIGTERM);
    expect_results("closed\nwritten\n");
    expect_signal(status_of("main-blocks", block_signal, 0), SIGTERM);
    expect_results("written\n");
    expect_signal(status_of("exit-while-signalled", exit_while_signalled, SIGTERM), SIGTERM);
    expect_results("written\n");
    expect_signal(status_of("signal-while-exiting", be_signalled_while_exiting, 0), SIGTERM);
    expect_results("written\n");
}

static void test_failures(void) {
    expect_status(status_of("exit-with-crash", exit_with_crash, 0), 6);
    expect_results(""); /* the partial file is removed */
    expect_dump("writing them crashed", "open region");
    expect(has("stderr", "timemory: SIGSEGV while writing results"), "logged the crash");
    expect_status(status_of("exit-with-own-link", exit_with_own_link, 0), 6);
    expect_dump("writing them crashed", "open region");
    if (geteuid() == 0) { /* only root can create links that belong to others */
        expect_status(status_of("exit-with-linked-folder", exit_with_linked_folder, 0), 6);
        expect(!has("precious/*", "open region") && has("stderr", "open region"), "the link of another user is not followed");
    }
    expect_status(status_of("exit-with-known-text", exit_with_known_text, 0), 6);
    expect_dump("writing them crashed", "known lap");
    expect_signal(status_of("signal-with-crash", wait_with_crash, SIGTERM), SIGTERM);
    expect_dump("writing them crashed", "open region");
    expect_signal(status_of("hung", wait_with_hang, SIGTERM), SIGTERM);
    expect_dump("writing them hung", "open region");
    expect_signal(status_of("twice", be_signalled_twice, SIGTERM), SIGTERM);
    expect_dump("a second signal arrived", "open region");
}

int main(void) {
    test_transitions();
    test_exits();
    test_signals();
    test_threads();
    test_failures();
    return 0;
}
