/*
 * The cost of a region in libtimemory.so: runs the given benchmark and prints the cost of one operation in nanoseconds, like the native
 * benchmarks. Linked by bin/bench.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <timemory/bundle.h>

enum { REPETITIONS = 1000000, BATCHES = 5 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

#define BEST_OF_BATCHES(operation)                           \
    ({                                                       \
        double best = 1e18;                                  \
        for (int batch = 0; batch < BATCHES; batch++) {      \
            double begin = now();                            \
            for (int i = 0; i < REPETITIONS; i++) operation; \
            double each = (now() - begin) / REPETITIONS;     \
            if (each < best) best = each;                    \
        }                                                    \
        best;                                                \
    })

int main(int argc, char** argv) {
    const char* name = argc > 1 ? argv[1] : "";
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    setenv("TIMEMORY_FILE_OUTPUT", "false", 1);
    timemory_init_library(0, NULL);
    timemory_bundle_t tools = timemory_bundle_create("wall_clock");
    struct timespec time;
    double result;
    if (strcmp(name, "c-readings") == 0) {
        result = BEST_OF_BATCHES((clock_gettime(CLOCK_MONOTONIC, &time), clock_gettime(CLOCK_MONOTONIC, &time)));
    } else if (strcmp(name, "c-push-pop") == 0) {
        result = BEST_OF_BATCHES((timemory_push_region("solve"), timemory_pop_region("solve")));
    } else if (strcmp(name, "c-record") == 0) {
        result = BEST_OF_BATCHES(timemory_end_record(timemory_get_begin_record("solve")));
    } else if (strcmp(name, "c-bundle") == 0) {
        result = BEST_OF_BATCHES((timemory_bundle_push(tools, "solve"), timemory_bundle_pop(tools, "solve")));
    } else if (strcmp(name, "c-paused") == 0) {
        timemory_pause();
        result = BEST_OF_BATCHES((timemory_push_region("solve"), timemory_pop_region("solve")));
    } else {
        fprintf(stderr, "there is no benchmark '%s'; there are c-readings, c-push-pop, c-record, c-bundle and c-paused\n", name);
        return 2;
    }
    printf("%s\t%g\n", name, result);
    return 0;
}
