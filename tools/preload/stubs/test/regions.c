/* Regions of eight threads that all start at once; prints "done" as its last action. */
#include <pthread.h>
#include <stdio.h>

#include "timemory/library.h"

enum { THREADS = 8 };

static pthread_barrier_t all;

static void* work(void* unused) {
    pthread_barrier_wait(&all);
    timemory_push_region("work");
    timemory_pop_region("work");
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&all, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    timemory_push_region("main");
    timemory_pop_region("main");
    puts("done");
    return 0;
}
