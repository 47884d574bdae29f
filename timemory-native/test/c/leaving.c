/* The results are kept whichever C library function ends the process or replaces it by another program. */
#define _GNU_SOURCE
#include "children.h"

#include "timemory/library.h"

static void measure(void) {
    timemory_push_region("measured");
    timemory_pop_region("measured");
}

static void by_underscore_exit(void) {
    measure();
    _exit(5);
}

static void by_quick_exit(void) {
    measure();
    quick_exit(6);
}

static void by_exec(void) {
    measure();
    execlp("sh", "sh", "-c", "exit 7", (char*)NULL);
}

/* The program to execute does not exist: the process continues, and measures. */
static void by_failing_exec(void) {
    measure();
    char* const arguments[] = {"none", NULL};
    if (execvp("/nowhere/none", arguments) != -1) exit(1);
    timemory_push_region("after");
    timemory_pop_region("after");
    timemory_finalize_library();
    exit(8);
}

static void by_daemon(void) {
    measure();
    if (daemon(1, 1) != 0) exit(1);
    measure();
    timemory_finalize_library();
    shared->ready = 1;
    exit(0);
}

static void expect_end_with(int status, int expected) {
    expect(WIFEXITED(status) && WEXITSTATUS(status) == expected, "ended with its own status");
    expect(has_results(), "results");
}

int main(void) {
    expect_end_with(status_of("underscore-exit", by_underscore_exit, 0), 5);
    expect_end_with(status_of("quick-exit", by_quick_exit, 0), 6);
    expect_end_with(status_of("exec", by_exec, 0), 7);
    expect(has("stderr", "execlp: the results so far are written"), "told why");
    expect_end_with(status_of("failing-exec", by_failing_exec, 0), 8);
    expect_end_with(status_of("daemon", by_daemon, 0), 0);
    while (!shared->ready) usleep(1000); /* the daemon, which has gone to the background */
    expect(has("stderr", "daemon: the results so far are written"), "told why");
    expect(has("timemory-output/wall.json", "\"laps\":1"), "what was measured before");
    return 0;
}
