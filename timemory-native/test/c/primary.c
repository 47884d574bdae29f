/* Threads that measure while the main thread does not: the position of one of them says nothing about the others. */
#define _GNU_SOURCE
#include <pthread.h>

#include "check.h"
#include "timemory/library.h"

static pthread_barrier_t stand;

static void* outer(void* unused) {
    timemory_push_region("outer");
    pthread_barrier_wait(&stand);
    pthread_barrier_wait(&stand);
    timemory_pop_region("outer");
    return unused;
}

static void* other(void* unused) {
    pthread_barrier_wait(&stand);
    timemory_push_region("other");
    timemory_pop_region("other");
    pthread_barrier_wait(&stand);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_barrier_init(&stand, NULL, 2);
    check(pthread_create(&threads[0], NULL, outer, NULL) == 0 && pthread_create(&threads[1], NULL, other, NULL) == 0, "started");
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
