/*
 * The same regions as in the other languages: see same-graph.
 *
 *     gcc regions.c $(pkg-config --cflags --libs timemory) -o regions
 */
#include <pthread.h>
#include <stdio.h>
#include <timemory/library.h>

static double numbers[1000];

static double sum(void) {
    double all = 0;
    for (int i = 0; i < 1000; i++) all += numbers[i];
    return all;
}

static void* work(void* result) {
    for (int n = 0; n < 10; n++) {
        timemory_push_region("work");
        for (int i = 0; i < 100 * n; i++) *(long*)result += i;
        timemory_pop_region("work");
    }
    return NULL;
}

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    timemory_set_default("wall_clock,trip_count");
    timemory_push_region("main");

    for (int i = 0; i < 3; i++) {
        timemory_push_region("fill");
        for (int j = 0; j < 1000; j++) numbers[j] = 0.5 * j;
        timemory_pop_region("fill");
    }

    /* The regions of other threads are placed under the region that this thread is in at that moment: main, as long as it waits here. */
    pthread_t threads[2];
    long results[2] = {0, 0};
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &results[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);

    double all = 0;
    for (int i = 0; i < 2; i++) {
        timemory_push_region("solve");
        for (int j = 0; j < 5; j++) {
            timemory_push_region("step");
            uint64_t inner = timemory_get_begin_record("inner");
            all += sum();
            timemory_end_record(inner);
            timemory_pop_region("step");
        }
        timemory_pop_region("solve");
    }

    printf("solved: %.1f\n", all);
    timemory_pop_region("main");
    timemory_finalize_library();
    return 0;
}
