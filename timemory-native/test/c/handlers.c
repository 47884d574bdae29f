/* Regions in signal handlers: if one interrupts the library on its own thread, its calls do nothing, and are reported. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "check.h"
#include "timemory/library.h"

static volatile sig_atomic_t handled;

static void handler(int number) {
    (void)number;
    handled++;
    timemory_push_region("handler");
    timemory_end_record(timemory_get_begin_record("record of the handler"));
    timemory_pop_region("handler");
}

int main(void) {
    check(freopen("stderr", "w", stderr) != NULL, "stderr");
    timemory_push_region("before");
    timemory_pop_region("before");
    signal(SIGALRM, handler);
    const struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &often, NULL);
    while (handled < 1000) {
        for (int i = 0; i < 1000; i++) {
            timemory_push_region("work");
            timemory_pop_region("work");
        }
    }
    setitimer(ITIMER_REAL, &never, NULL);
    timemory_push_region("after");
    timemory_pop_region("after");
    return 0;
}
