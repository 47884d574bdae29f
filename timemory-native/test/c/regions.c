/* Uses the library as a C program does, from two threads; the test that runs it checks the results. */
#include <pthread.h>

#include "check.h"
#include "timemory/library.h"

static void* work(void* unused) {
    (void)unused;
    for (int i = 0; i < 100; i++) {
        timemory_push_region("work");
        timemory_pop_region("work");
    }
    return NULL;
}

int main(int argc, char** argv) {
    check(!timemory_library_is_initialized(), "not initialised at the start");
    timemory_init_library(argc, argv);
    check(timemory_library_is_initialized(), "initialised");
    timemory_push_region("main");

    pthread_t threads[2];
    for (int i = 0; i < 2; i++) check(pthread_create(&threads[i], NULL, work, NULL) == 0, "thread");
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);

    timemory_pause();
    timemory_push_region("unseen");
    timemory_pop_region("unseen");
    timemory_resume();

    timemory_push_region("outer");
    timemory_push_region("inner");
    timemory_pop_region("outer");
    timemory_pop_region("inner");

    timemory_pop_region("main");
    timemory_finalize_library();
    check(!timemory_library_is_initialized(), "finalized");
    return 0;
}
