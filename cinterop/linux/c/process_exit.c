#define _GNU_SOURCE
#include "process_exit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "exit_signals.h"
#include "exit_state.h"
#include "exit_thread.h"
#include "held_threads.h"
#include "process_memory.h"
#include "results_writer.h"
#include "signal_stack.h"

/* Whether the calling thread is to write the results. If another thread is writing them, returns when it has finished, or never. */
static bool claim(void) {
    if (tm_exit.process != getpid()) return false;
    if (tm_exit_transition(TM_EXIT_CALL)) {
        tm_exit_become_caller();
        tm_exit_release_memory();
        tm_exit_notify(&tm_exit.wanted, TM_EXIT_WATCH);
        return true;
    }
    if (tm_exit_is_own_thread()) return false; /* the writing itself ends the process */
    tm_exit_hold(false, TM_EXIT_GET(state) != TM_EXIT_SIGNALLED);
    return false;
}

static void finish(void) {
    tm_exit_handle_crashes_of_writing(false);
    tm_exit_transition(TM_EXIT_FINISH);
    tm_exit_notify(&tm_exit.done, 1);
    tm_exit_release();
    tm_exit_end_service();
    int number = TM_EXIT_GET(signal);
    if (number > 0) tm_exit_end_by(number);
}

void tm_exit_write_results(void) {
    if (!claim()) return;
    tm_exit_handle_crashes_of_writing(true);
    if (sigsetjmp(tm_exit.escape, 0) == 0) tm_exit.write_results();
    finish();
}

static void at_normal_exit(int status, void* unused) {
    (void)unused;
    TM_EXIT_SET(status, status);
    tm_exit_write_results();
}

static void at_fast_exit(void) { tm_exit_write_results(); }

void tm_exit_leave(int status) {
    if (tm_exit.process == getpid() && tm_exit.write_results != NULL && !tm_exit_is_own_thread()) {
        if (TM_EXIT_GET(state) == TM_EXIT_RUNNING) TM_EXIT_SET(status, status);
        if (tm_exit_start(0) || TM_EXIT_GET(state) != TM_EXIT_WRITTEN) tm_exit_hold(false, TM_EXIT_GET(state) == TM_EXIT_EXITING);
    }
    for (;;) syscall(SYS_exit_group, status);
}

int tm_exit_watch(void (*write_results)(void), int signals, void (*leave_kotlin)(void)) {
    tm_exit.write_results = write_results;
    tm_exit.leave_kotlin = leave_kotlin;
    tm_exit.process = getpid();
    tm_exit_reserve_memory();
    if (signals == TM_EXIT_ALL_SIGNALS) tm_exit.handles_crashes = tm_exit_prepare_signal_stacks();
    if (on_exit(at_normal_exit, NULL) != 0 || at_quick_exit(at_fast_exit) != 0) return ENOMEM;
    int status = tm_exit_start_exit_thread();
    if (status != 0 || signals == TM_EXIT_NO_SIGNALS) return status;
    tm_exit.handles_signals = true;
    tm_exit_join_copies();
    tm_exit_thread_began();
    tm_exit_handle_signals(signals);
    return 0;
}

void tm_exit_write_before_later_handlers(void) {
    if (tm_exit.write_results == NULL || tm_exit.process != getpid()) return;
    /* `exit` calls the handlers last registered first. If this fails, the earlier registration still writes the results. */
    if (on_exit(at_normal_exit, NULL) == 0) (void)at_quick_exit(at_fast_exit);
}

void tm_exit_guard(int (*is_inside)(void), void (*ending)(void), void (*dump)(int file)) {
    tm_exit.is_inside = is_inside;
    tm_exit.dump = dump;
    tm_exit.ending = ending;
}

void tm_exit_set_dump_path(const char* path) { strncpy(tm_exit.dump_path, path, sizeof tm_exit.dump_path - 1); }

bool tm_exit_is_by_crash(void) { return tm_exit_is_crash(TM_EXIT_GET(signal)); }

bool tm_exit_has_dump(void) { return tm_exit.dump != NULL; }

void tm_exit_keep_known_text(const char* text) {
    char* copy = strdup(text);
    if (copy != NULL) free((char*)__atomic_exchange_n(&tm_exit.known_text, copy, __ATOMIC_SEQ_CST));
}

/* A crash may come between any two of these stores: the path is empty until all but its first byte is there. */
void tm_exit_set_partial_file(const char* path) {
    size_t length = strlen(path);
    tm_exit.partial_file[0] = '\0';
    if (length == 0 || length >= sizeof tm_exit.partial_file) return;
    memcpy(tm_exit.partial_file + 1, path + 1, length);
    __atomic_store_n(tm_exit.partial_file, *path, __ATOMIC_SEQ_CST);
}
