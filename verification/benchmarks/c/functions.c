/*
 * The cost of calling a function that does not know about timemory: prints the nanoseconds of one call, like the native benchmarks, under
 * the given name. Compiled by build/bench both plainly and with -finstrument-functions.
 */
#include <stdio.h>
#include <time.h>

enum { CALLS = 300000, BATCHES = 10 };

#define NOT_MEASURED __attribute__((no_instrument_function))

static NOT_MEASURED double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

__attribute__((noinline)) long work(long x) {
    __asm__ volatile("" : "+r"(x));
    return 3 * x + 1;
}

int main(int argc, char** argv) {
    double best = 1e18;
    long sum = 0;
    for (int i = 0; i < BATCHES; i++) {
        double begin = now();
        for (int j = 0; j < CALLS; j++) sum += work(j);
        double each = (now() - begin) / CALLS;
        if (each < best) best = each;
    }
    printf("%s\t%g\n", argc > 1 ? argv[1] : "functions", best);
    return sum == 1;
}
