/*
 * Operations of a thread while its thread-local variables are destroyed. A destructor whose key is newer than the library's runs when
 * Kotlin no longer knows the thread; its measurements count all the same. Things that libraries must close are closed before.
 */
#include <pthread.h>

#include "check.h"
#include "timemory/bundle.h"
#include "timemory/context.h"
#include "timemory/library.h"

static pthread_key_t key;
static __thread int is_open;

static void at_end(void* unused) {
    (void)unused;
    check(!is_open, "closed before");
    timemory_push_region("late region");
    timemory_pop_region("late region");
    timemory_end_record(timemory_get_begin_record("late record"));
    timemory_push_trace("late trace");
    timemory_pop_trace("late trace");
    timemory_pop_trace("never");
    timemory_context_enter(timemory_context_here());
    timemory_context_leave();
    timemory_region* files = timemory_region_create("late files", "page_rss,wall_clock");
    timemory_region_start(files);
    timemory_region_stop(files);
    timemory_region_destroy(files);
}

static void close_open(void) {
    if (is_open) timemory_pop_trace("left open");
    is_open = 0;
}

static void* measure(void* unused) {
    pthread_setspecific(key, &key);
    timemory_push_region("work");
    timemory_pop_region("work");
    timemory_push_trace("left open");
    is_open = 1;
    return unused;
}

int main(void) {
    timemory_init_library(0, NULL);
    timemory_push_region("main");
    timemory_pop_region("main");
    pthread_key_create(&key, at_end);
    timemory_at_thread_end(close_open);
    timemory_at_thread_end(close_open);
    for (int i = 0; i < 10; i++) {
        pthread_t thread;
        check(pthread_create(&thread, NULL, measure, NULL) == 0, "started");
        pthread_join(thread, NULL);
    }
    timemory_finalize_library();
    return 0;
}
