/* Threads that are cancelled inside the library leave it first; nothing crashes, hangs or is lost. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "timemory/bundle.h"
#include "timemory/library.h"
#include "timemory/results.h"

enum { THREADS = 100 };

static void* measure_for_ever(void* unused) {
    (void)unused;
    char name[32];
    for (int i = 0;; i++) {
        snprintf(name, sizeof name, "name %d", i % 100);
        timemory_push_region("outer");
        timemory_push_region(name); /* often a new one, which needs memory and locks */
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

static pthread_key_t key;

static void measure_at_end(void* unused) {
    (void)unused;
    timemory_push_region("destructor");
    timemory_pop_region("destructor");
}

static void* measure_asynchronously(void* unused) {
    int type;
    pthread_setspecific(key, &key);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    for (;;) {
        timemory_push_region("asynchronous");
        timemory_pop_region("asynchronous");
    }
    return unused;
}

/* They end outside the library, so their destructors may call it. */
static void cancel_asynchronously(void) {
    check(pthread_key_create(&key, measure_at_end) == 0, "key");
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        check(pthread_create(&thread, NULL, measure_asynchronously, NULL) == 0, "thread");
        usleep(1000);
        pthread_cancel(thread);
        pthread_join(thread, NULL);
    }
    char* table = timemory_table("wall_clock");
    const char* row = table == NULL ? NULL : strstr(table, "destructor");
    int laps = 0;
    check(row != NULL && sscanf(row, "destructor | %d", &laps) == 1, "a row of the table");
    check(laps == THREADS, "destructors measure");
    timemory_free(table);
}

int main(void) {
    setenv("TIMEMORY_COLLAPSE_THREADS", "true", 1);
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
    cancel_asynchronously();
    int state = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    check(state == PTHREAD_CANCEL_ENABLE, "as it was");
    timemory_push_region("cannot be cancelled");
    timemory_pop_region("cannot be cancelled");
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    check(state == PTHREAD_CANCEL_DISABLE, "as it was");
    return 0;
}
