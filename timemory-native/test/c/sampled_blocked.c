/*
 * A thread that blocks all signals, like many libraries' own threads, has no samples, and the program reports that; others, which are
 * cancelled inside a region or end there, have theirs.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "check.h"
#include "timemory/library.h"

static volatile double sink;
static volatile int began;
static int asynchronously;

static __attribute__((noinline)) void busy(int rounds) {
    double x = 1;
    for (int i = 0; i < rounds; i++) x += x / (i + 1);
    sink = x;
}

static long milliseconds(void) {
    struct timespec now;
    check(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0, "clock");
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void busy_for(long time) {
    long end = milliseconds() + time;
    while (milliseconds() < end) busy(3000);
}

static void* blocks(void* unused) {
    sigset_t all;
    sigfillset(&all);
    check(pthread_sigmask(SIG_BLOCK, &all, NULL) == 0, "mask");
    timemory_push_region("blocked");
    busy_for(300);
    timemory_pop_region("blocked");
    return unused;
}

static void* is_cancelled(void* type) {
    pthread_setcanceltype(type == NULL ? PTHREAD_CANCEL_DEFERRED : PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    timemory_push_region("cancelled");
    busy_for(20);
    began = 1;
    for (;;) {
        busy(3000);
        pthread_testcancel();
    }
    return NULL;
}

static void* exits(void* unused) {
    timemory_push_region("exits");
    busy_for(20);
    pthread_exit(unused);
}

static void run(void* (*work)(void*), void* argument) {
    pthread_t thread;
    void* result;
    began = 0;
    check(pthread_create(&thread, NULL, work, argument) == 0, "thread");
    if (work == is_cancelled) {
        struct timespec millisecond = {0, 1000000};
        while (!began) nanosleep(&millisecond, NULL);
        pthread_cancel(thread);
    }
    check(pthread_join(thread, &result) == 0, "join");
    if (work == is_cancelled) check(result == PTHREAD_CANCELED, "cancelled");
}

int main(void) {
    check(freopen("problems.txt", "w", stderr) != NULL, "file");
    setenv("TIMEMORY_SAMPLING", "cpu", 1);
    setenv("TIMEMORY_SAMPLING_FREQ", "1000", 1);
    setenv("TIMEMORY_OUTPUT_FORMATS", "collapsed", 1);
    timemory_init_library(0, NULL);
    run(blocks, NULL);
    for (int i = 0; i < 20; i++) run(is_cancelled, i % 2 == 0 ? NULL : &asynchronously);
    for (int i = 0; i < 20; i++) run(exits, NULL);
    timemory_finalize_library();
    return 0;
}
