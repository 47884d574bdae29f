/*
 * Components that are pushed and popped for each region, on the first thread and on another, while another thread runs the collector all
 * the time: data in use by a call must not be freed during it, and descriptors of removed components are closed.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"
#include "timemory/library.h"

/* For the library only: its stubs have no collector. */
extern void timemory_collect_garbage(void) __attribute__((weak));

enum { TIMES = 5000 };

static atomic_bool collecting = true;

static void* collect(void* unused) {
    (void)unused;
    while (collecting) {
        if (timemory_collect_garbage != NULL) timemory_collect_garbage();
        usleep(1000);
    }
    return NULL;
}

static void* push_and_pop(void* unused) {
    static const char* const LISTS[] = {"wall_clock", "peak_rss", "wall_clock,page_rss", "no_such_component"};
    (void)unused;
    for (int i = 0; i < TIMES; i++) {
        timemory_push_components(LISTS[i % 4]);
        if (i % 3 == 0) timemory_add_components("trip_count");
        timemory_push_region("region");
        timemory_pop_region("region");
        timemory_pop_components();
    }
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t collector, other;
    timemory_init_library(argc, argv);
    check(pthread_create(&collector, NULL, collect, NULL) == 0, "a thread for the collector");
    push_and_pop(NULL);
    check(pthread_create(&other, NULL, push_and_pop, NULL) == 0, "another thread");
    pthread_join(other, NULL);
    collecting = false;
    pthread_join(collector, NULL);
    timemory_finalize_library();
    return 0;
}
