/* Regions before main, and after the results were written. */
#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "timemory/library.h"

static pthread_key_t key;

/* Runs after the library's own variables of the thread may be gone. */
static void at_end_of_thread(void* unused) {
    (void)unused;
    timemory_push_region("end of thread");
    timemory_pop_region("end of thread");
}

static void* work(void* unused) {
    (void)unused;
    pthread_setspecific(key, &key);
    timemory_push_region("thread");
    timemory_pop_region("thread");
    return NULL;
}

__attribute__((constructor)) static void before_main(void) {
    timemory_push_region("constructor");
    timemory_pop_region("constructor");
}

static void after_results(void) {
    timemory_push_region("too late");
    timemory_pop_region("too late");
    timemory_end_record(timemory_get_begin_record("too late"));
    timemory_push_trace("too late");
    timemory_pop_trace("too late");
}

__attribute__((destructor)) static void after_main(void) { after_results(); }

int main(void) {
    check(timemory_library_is_initialized(), "the constructor's region began it");
    atexit(after_results); /* runs before the results are written because it is registered later */
    pthread_key_create(&key, at_end_of_thread);
    pthread_t thread;
    timemory_push_region("main");
    check(pthread_create(&thread, NULL, work, NULL) == 0, "thread");
    pthread_join(thread, NULL);
    timemory_pop_region("main");
    return 0; /* the results are written as the process ends */
}
