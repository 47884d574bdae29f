/*
 * The cost of an OpenMP parallel region, barrier and task, without and with libtimemory-ompt.so:
 *
 *     openmp openmp-parallel [path of libtimemory-ompt.so]
 *
 * prints the time of one on each thread, in nanoseconds, like regions.c. It needs a runtime that supports tools:
 *
 *     clang-14 -fopenmp -O2 verification/benchmarks/c/openmp.c -o openmp
 *
 * OMP_NUM_THREADS sets the number of threads, which should not exceed the number of CPUs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 5 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static void nothing(void) { __asm__ volatile(""); }

static void regions(int times) {
    for (int i = 0; i < times; i++) {
#pragma omp parallel
        nothing();
    }
}

/* The regions around them are few. */
static void barriers(int times) {
#pragma omp parallel
    for (int i = 0; i < times; i++) {
#pragma omp barrier
    }
}

static void tasks(int times) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < times; i++) {
#pragma omp task
        nothing();
    }
}

/* The best of several batches, after one that starts threads and creates nodes. */
static double best(void (*operation)(int), int times) {
    operation(times / 10);
    double best = 1e18;
    for (int batch = 0; batch < BATCHES; batch++) {
        double begin = now();
        operation(times);
        double each = (now() - begin) / times;
        if (each < best) best = each;
    }
    return best;
}

int main(int argc, char** argv) {
    const char* name = argc > 1 ? argv[1] : "";
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    setenv("TIMEMORY_FILE_OUTPUT", "false", 1);
    /* The runtime looks there when it is first used. */
    if (argc > 2) setenv("OMP_TOOL_LIBRARIES", argv[2], 1);
    double result;
    if (strcmp(name, "openmp-parallel") == 0) {
        result = best(regions, 20000);
    } else if (strcmp(name, "openmp-barrier") == 0) {
        result = best(barriers, 50000);
    } else if (strcmp(name, "openmp-task") == 0) {
        result = best(tasks, 50000);
    } else {
        fprintf(stderr, "there is no benchmark '%s'; there are openmp-parallel, openmp-barrier and openmp-task\n", name);
        return 2;
    }
    printf("%s%s\t%g\n", name, argc > 2 ? "-measured" : "", result);
    return 0;
}
