/* A program that handles SIGPROF itself keeps it, and is sampled by another signal. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "timemory/library.h"

static volatile sig_atomic_t own;

static void on_own(int signal) {
    (void)signal;
    own++;
}

static volatile double sink;

static __attribute__((noinline)) void busy(void) {
    double x = 1;
    for (int i = 0; i < 100000; i++) x += x / (i + 1);
    sink = x;
}

int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_own;
    check(sigaction(SIGPROF, &action, NULL) == 0, "own handler");
    setenv("TIMEMORY_SAMPLING", "cpu", 1);
    setenv("TIMEMORY_SAMPLING_FREQ", "1000", 1);
    setenv("TIMEMORY_OUTPUT_FORMATS", "collapsed", 1);
    setenv("TIMEMORY_JSON_OUTPUT", "true", 1);
    timemory_push_region("busy");
    clock_t end = clock() + CLOCKS_PER_SEC / 2;
    while (clock() < end) busy();
    check(own == 0, "no signal of others");
    raise(SIGPROF);
    check(own == 1, "its own signal");
    timemory_pop_region("busy");
    timemory_finalize_library();
    return 0;
}
