/*
 * The cost of allocating and freeing a block, depending on what is counted: runs the given benchmark and prints the cost of one block on
 * one thread in nanoseconds, like the native benchmarks. Linked by build/bench; the compiler is prevented from inlining the calls.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <timemory/gotcha.h>
#include <timemory/timemory.h>

enum { BLOCKS = 300000, BATCHES = 10, MAX_THREADS = 8, BYTES = 64 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static void* allocate(void* unused) {
    (void)unused;
    for (int i = 0; i < BLOCKS; i++) {
        void* volatile block = malloc(BYTES);
        free(block);
    }
    return NULL;
}

/* Threads like those of real programs: each lives as long as the batch. */
static double batch(int threads) {
    pthread_t others[MAX_THREADS];
    double begin = now();
    for (int i = 1; i < threads; i++) pthread_create(&others[i], NULL, allocate, NULL);
    allocate(NULL);
    for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
    return (now() - begin) / BLOCKS;
}

static bool has_begun(const char* name) {
    if (strncmp(name, "malloc-bare", 11) == 0) return true;
    if (strncmp(name, "malloc-sizes", 12) == 0) {
        timemory_push_components("malloc_gotcha");
        timemory_push_region("allocating");
        return true;
    }
    timemory_gotcha* gotcha = timemory_gotcha_create(NULL, 0);
    return timemory_gotcha_count(gotcha, "malloc", 0) && timemory_gotcha_count(gotcha, "free", -1) && timemory_gotcha_start(gotcha);
}

int main(int argc, char** argv) {
    const char* name = argc > 1 ? argv[1] : "";
    int threads = strstr(name, "-8") != NULL ? MAX_THREADS : 1;
    double best = 1e18;
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    setenv("TIMEMORY_FILE_OUTPUT", "false", 1);
    timemory_init_library(0, NULL);
    if (!has_begun(name)) {
        fprintf(stderr, "%s\n", timemory_error());
        return 1;
    }
    for (int i = 0; i < BATCHES; i++) {
        double each = batch(threads);
        if (each < best) best = each;
    }
    printf("%s\t%g\n", name, best);
    return 0;
}
