/* Threads that are cancelled inside the library leave it first; nothing crashes, hangs or is lost. */
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

#include "check.h"
#include "timemory/library.h"

enum { THREADS = 100 };

static void* measure_for_ever(void* unused) {
    (void)unused;
    char name[32];
    for (int i = 0;; i++) {
        snprintf(name, sizeof name, "name %d", i % 100);
        timemory_push_region("outer");
        timemory_push_region(name); /* often a new one, for which memory and locks are taken */
        timemory_pop_region(name);
        timemory_pop_region("outer");
        pthread_testcancel();
    }
    return NULL;
}

static void* measure_first(void* unused) {
    (void)unused;
    timemory_push_region("first of a thread");
    timemory_pop_region("first of a thread");
    pthread_testcancel();
    for (;;) pause();
    return NULL;
}

int main(void) {
    timemory_push_components("wall_clock,page_rss"); /* which reads a file: a point at which threads are cancelled */
    timemory_push_region("main");
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        void* result = NULL;
        check(pthread_create(&thread, NULL, i % 2 == 0 ? measure_first : measure_for_ever, NULL) == 0, "thread");
        if (i % 4 > 1) usleep(1000);
        pthread_cancel(thread);
        pthread_join(thread, &result);
        check(result == PTHREAD_CANCELED, "cancelled, and not before its time ended otherwise");
    }
    timemory_pop_region("main");
    int state = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    check(state == PTHREAD_CANCEL_ENABLE, "as it was");
    timemory_push_region("cannot be cancelled");
    timemory_pop_region("cannot be cancelled");
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    check(state == PTHREAD_CANCEL_DISABLE, "as it was");
    return 0;
}
