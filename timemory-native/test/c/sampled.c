/* Samples are in the region that their thread was in: each of three functions is called in one region only. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <time.h>

#include "check.h"
#include "timemory/library.h"

enum { THREADS = 4, MILLISECONDS = 300 };

static volatile double sink;

/* Only in regions "a". */
static __attribute__((noinline)) void alpha(int rounds) {
    double x = 1;
    for (int i = 0; i < rounds; i++) x += x / (i + 1);
    sink = x;
}

/* Only in regions "b". */
static __attribute__((noinline)) void beta(int rounds) {
    double x = 1;
    for (int i = 0; i < rounds; i++) x += x / (i + 2);
    sink = x;
}

/* Only in regions "c". */
static __attribute__((noinline)) void gamma_(int rounds) {
    double x = 1;
    for (int i = 0; i < rounds; i++) x += x / (i + 3);
    sink = x;
}

static long milliseconds(void) {
    struct timespec now;
    check(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0, "clock");
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void page(void) {
    timemory_push_region("a");
    alpha(3000);
    timemory_push_region("b");
    beta(1500);
    timemory_push_region("c");
    gamma_(1000);
    timemory_pop_region("c");
    beta(1500);
    timemory_pop_region("b");
    alpha(1000);
    timemory_pop_region("a");
}

static void* in_thread(void* unused) {
    long end = milliseconds() + MILLISECONDS;
    while (milliseconds() < end) page();
    return unused;
}

int main(void) {
    setenv("TIMEMORY_SAMPLING", "cpu", 1);
    setenv("TIMEMORY_SAMPLING_FREQ", "1000", 1);
    setenv("TIMEMORY_OUTPUT_FORMATS", "collapsed", 1);
    timemory_init_library(0, NULL);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) check(pthread_create(&threads[i], NULL, in_thread, NULL) == 0, "thread");
    in_thread(NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    timemory_finalize_library();
    return 0;
}
