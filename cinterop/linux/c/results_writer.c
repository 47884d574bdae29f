#define _GNU_SOURCE
#include "results_writer.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

#include "../signal_sets.h"
#include "exit_signals.h"
#include "exit_state.h"
#include "process_copies.h"
#include "process_exit.h"

static int start_detached(void* (*body)(void*), void* argument) {
    sigset_t signals = timemory_program_signals(), before;
    pthread_sigmask(SIG_SETMASK, &signals, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    int status = pthread_create(&thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

int tm_exit_new_thread(void* (*body)(void*)) { return start_detached(body, NULL); }

static void* run(void* body) {
    if (tm_exit_is_writing() && TM_EXIT_GET(is_left)) tm_exit_become_writer();
    tm_exit_thread_began();
    ((void (*)(void))(intptr_t)body)();
    return NULL;
}

int tm_exit_start_thread(void (*body)(void)) {
    bool leaves = tm_exit_is_writing() && tm_exit_thread() == TM_EXIT_GET(caller);
    int before = TM_EXIT_GET(is_left);
    if (leaves) TM_EXIT_SET(is_left, 1);
    int status = start_detached(run, (void*)(intptr_t)body);
    if (status != 0 && leaves) TM_EXIT_SET(is_left, before);
    return status;
}

/* The exit thread watches the writers of other copies as it watches ours. */
static void write_other_copies(void) {
    if (tm_exit.copies == NULL) return;
    for (int place = 0; place < TIMEMORY_MAX_COPIES; place++) {
        const struct timemory_copy* other = timemory_other_copy(tm_exit.copies, place, &tm_exit.served);
        if (other == NULL || !other->begin(TM_EXIT_GET(signal))) continue;
        TM_EXIT_SET(is_left, 1);
        while (__atomic_load_n(other->done, __ATOMIC_SEQ_CST) == 0) {
            tm_exit.writer_clock = *other->writer_clock;
            TM_EXIT_SET(writer, __atomic_load_n(other->writer, __ATOMIC_SEQ_CST));
            tm_exit_wait(other->done, 0, 20000000);
        }
    }
}

static void* write_results(void* unused) {
    (void)unused;
    tm_exit_become_caller();
    tm_exit_thread_began();
    tm_exit.write_results();
    write_other_copies();
    tm_exit_notify(&tm_exit.done, 1);
    for (;;) pause();
    return NULL;
}

int tm_exit_start_writer(void) {
    tm_exit.caller_clock = tm_exit.writer_clock = CLOCK_PROCESS_CPUTIME_ID; /* until the thread sets its own */
    return tm_exit_new_thread(write_results);
}

void tm_exit_end_service(void) { tm_exit_notify(&tm_exit.served, 1); }

void tm_exit_join_copies(void) {
    struct timemory_copy own = {tm_exit_start_for_copy, &tm_exit.served, &tm_exit.writer, &tm_exit.writer_clock};
    tm_exit.copies = timemory_join_copies(own);
}
