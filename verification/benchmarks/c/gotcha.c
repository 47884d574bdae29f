/*
 * The cost of calling a C library function, depending on what a gotcha does there: runs the given benchmark and prints the cost of one call
 * in nanoseconds, like the native benchmarks. Linked by build/bench; the compiler is prevented from inlining the calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <timemory/gotcha.h>
#include <timemory/library.h>

enum { REPETITIONS = 1000000, BATCHES = 5 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static long (*next)(long);
static long passes_on(long number) { return next(number); }

static double best_of_calls(void) {
    double best = 1e18;
    for (int batch = 0; batch < BATCHES; batch++) {
        volatile long sum = 0;
        double begin = now();
        for (int i = 0; i < REPETITIONS; i++) sum += labs(i);
        double each = (now() - begin) / REPETITIONS;
        if (each < best) best = each;
    }
    return best;
}

static void seen(timemory_call* call, void* data) { (void)call, (void)data; }

int main(int argc, char** argv) {
    const char* name = argc > 1 ? argv[1] : "";
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    setenv("TIMEMORY_FILE_OUTPUT", "false", 1);
    timemory_init_library(0, NULL);
    timemory_gotcha* gotcha = timemory_gotcha_create(strcmp(name, "gotcha-region") == 0 ? "wall_clock" : NULL, 0);
    if (strcmp(name, "gotcha-bare") == 0) {
        gotcha = NULL;
    } else if (strcmp(name, "gotcha-replaced") == 0) {
        timemory_gotcha_replace(gotcha, "labs", (void*)passes_on, (void**)&next);
    } else if (strcmp(name, "gotcha-off") == 0 || strcmp(name, "gotcha-region") == 0) {
        timemory_gotcha_wrap(gotcha, "labs", "i64(i64)");
    } else if (strcmp(name, "gotcha-counted") == 0) {
        timemory_gotcha_count(gotcha, "labs", 0);
    } else if (strcmp(name, "gotcha-audited") == 0) {
        timemory_gotcha_wrap(gotcha, "labs", "i64(i64)");
        timemory_gotcha_audit(gotcha, seen, seen, NULL);
    } else {
        fprintf(stderr, "there is no benchmark '%s'; there are gotcha-bare, -off, -replaced, -counted, -audited and -region\n", name);
        return 2;
    }
    if (gotcha != NULL && !timemory_gotcha_start(gotcha)) {
        fprintf(stderr, "%s\n", timemory_error());
        return 1;
    }
    if (strcmp(name, "gotcha-off") == 0) timemory_gotcha_stop(gotcha);
    printf("%s\t%g\n", name, best_of_calls());
    return 0;
}
