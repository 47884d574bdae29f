/*
 * The same regions as those of the other languages: see same-graph.
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
    for (int i = 0; i < 10; i++) {
        timemory_push_region("work");
        *(double*)result += sum();
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
        for (int j = 0; j < 1000; j++) numbers[j] = i + j;
        timemory_pop_region("fill");
    }

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

    pthread_t threads[2];
    double results[2] = {0, 0};
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &results[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);

    timemory_pop_region("main");
    printf("%g\n", all + results[0] + results[1]);
    timemory_finalize_library();
    return 0;
}
