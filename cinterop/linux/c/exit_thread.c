#define _GNU_SOURCE
#include "exit_thread.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emergency_dump.h"
#include "exit_signals.h"
#include "exit_state.h"
#include "held_threads.h"
#include "results_writer.h"

#define MILLISECONDS(count) ((count)*INT64_C(1000000))

static const char HUNG[] = "writing them hung";

/* Whether a thread waits for a lock or for another thread, by the system call that it is in. True if that cannot be read. */
static bool waits_for_lock(pid_t thread) {
    char path[64], text[32], futex[16];
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return true;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return true;
    text[length] = '\0';
    snprintf(futex, sizeof futex, "%d ", (int)SYS_futex);
    return strncmp(text, futex, strlen(futex)) == 0;
}

struct activity {
    int64_t seen, process_time, busy;
};

/* Whether the process has used CPU time lately. */
static bool is_busy(struct activity* activity, int64_t now) {
    int64_t used = tm_exit_clock(CLOCK_PROCESS_CPUTIME_ID);
    if (used - activity->process_time > (now - activity->seen) / 4) activity->busy = now;
    activity->process_time = used;
    activity->seen = now;
    return now - activity->busy < MILLISECONDS(60);
}

/* How long nothing must happen until held threads run, one of which may own the awaited lock. */
static int64_t stuck_after(bool is_busy) { return is_busy ? MILLISECONDS(2000) : MILLISECONDS(60); }

/* Lets held threads run, longer each time. */
static void let_run(int64_t* run_time) {
    tm_exit_let_run(*run_time);
    if (*run_time < MILLISECONDS(1000)) *run_time *= 2;
}

/*
 * Waits until the writing is over; false if it hangs. Kotlin itself has a timeout for each step as long as its code runs, which shows in
 * the CPU time of the caller, because it at least watches. The thread that the caller waits for may be another one, such as the garbage
 * collector's, so the limit is longer while the process uses CPU time.
 */
static bool watch(bool releases_held) {
    int64_t moved = tm_exit_now(), alive = moved, writer_time = -1, caller_time = -1, run_time = MILLISECONDS(10);
    struct activity activity = {moved, 0, 0};
    while (TM_EXIT_GET(done) == 0) {
        tm_exit_wait(&tm_exit.done, 0, MILLISECONDS(20));
        __atomic_add_fetch(&tm_exit.beat, 1, __ATOMIC_SEQ_CST);
        int64_t now = tm_exit_now(), used;
        bool busy = is_busy(&activity, now);
        if ((used = tm_exit_clock(tm_exit.caller_clock)) != caller_time) alive = now;
        caller_time = used;
        if ((used = tm_exit_clock(tm_exit.writer_clock)) != writer_time) {
            moved = now;
            run_time = MILLISECONDS(10);
        }
        writer_time = used;
        if (releases_held && now - moved > stuck_after(busy) && waits_for_lock(TM_EXIT_GET(writer))) let_run(&run_time);
        if (now - alive <= tm_exit.patience * (busy ? 6 : 1)) continue;
        /* A process that exits by itself, without a signal, may be waiting for the reader of its output. */
        if (releases_held || TM_EXIT_GET(signal) != 0 || waits_for_lock(TM_EXIT_GET(caller))) return false;
        alive = now;
    }
    return true;
}

/*
 * Whether the thread can receive the signal soon: it has not ended, is not stopped and does not block the signal. False if that cannot be
 * read.
 */
static bool can_receive(pid_t thread, int number) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return false;
    text[length] = '\0';
    const char *state = strstr(text, "\nState:\t"), *blocked = strstr(text, "\nSigBlk:\t");
    if (state == NULL || blocked == NULL || strchr("ZXTt", state[strlen("\nState:\t")]) != NULL) return false;
    return (strtoull(blocked + strlen("\nSigBlk:\t"), NULL, 16) >> (number - 1) & 1) == 0;
}

/* Only the main thread itself knows whether it is inside the library: waits until it has received the signal that holds it. */
static void wait_for_main(void) {
    int64_t start = tm_exit_now();
    while (TM_EXIT_GET(calls_main) && tm_exit_now() - start < MILLISECONDS(1000)) {
        if (!can_receive(tm_exit.process, TM_EXIT_GET(signal))) return;
        tm_exit_sleep(MILLISECONDS(1));
        __atomic_add_fetch(&tm_exit.beat, 1, __ATOMIC_SEQ_CST);
    }
}

/*
 * Lets threads that run a library function leave it: a region that they close is recorded, and a file that they write is complete. They may
 * wait for a lock that a held thread owns.
 */
static void wait_for_deferred(void) {
    int64_t start = tm_exit_now(), now = start, run_time = MILLISECONDS(10);
    struct activity activity = {start, 0, 0};
    while (TM_EXIT_GET(deferred) > 0 && now - start < tm_exit.patience) {
        tm_exit_sleep(MILLISECONDS(1));
        __atomic_add_fetch(&tm_exit.beat, 1, __ATOMIC_SEQ_CST);
        now = tm_exit_now();
        if (now - start > stuck_after(is_busy(&activity, now))) let_run(&run_time);
    }
}

/* Lets the results be written after a signal or _exit, then ends the process; for another copy of the library, that copy ends it. */
__attribute__((noreturn)) static void write_and_end(void) {
    const char* why = HUNG;
    bool is_written = false;
    wait_for_main();
    wait_for_deferred();
    tm_exit_handle_crashes_of_writing(true);
    if (tm_exit_start_writer() != 0) why = "could not start a thread to write them";
    else is_written = watch(true);
    int number = TM_EXIT_GET(signal);
    if (!is_written && TM_EXIT_GET(serves)) tm_exit_dump(why);
    else if (!is_written) tm_exit_give_up(number, why);
    tm_exit_transition(TM_EXIT_FINISH);
    tm_exit_release();
    tm_exit_end_service();
    while (TM_EXIT_GET(serves)) pause();
    if (tm_exit_is_crash(number)) tm_exit_sleep(MILLISECONDS(2000)); /* the thread crashes again meanwhile, and leaves its own core */
    if (number > 0) tm_exit_end_by(number);
    for (;;) syscall(SYS_exit_group, TM_EXIT_GET(status));
}

static void* run_exit_thread(void* unused) {
    (void)unused;
    TM_EXIT_SET(exit_thread, tm_exit_thread());
    int wanted;
    while ((wanted = TM_EXIT_GET(wanted)) == TM_EXIT_SLEEP) tm_exit_wait(&tm_exit.wanted, TM_EXIT_SLEEP, -1);
    if (wanted == TM_EXIT_WRITE) write_and_end();
    if (!watch(false)) tm_exit_give_up(TM_EXIT_GET(signal), HUNG);
    return NULL;
}

int tm_exit_start_exit_thread(void) { return tm_exit_new_thread(run_exit_thread); }
