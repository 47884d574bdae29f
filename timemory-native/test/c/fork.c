/* Forked processes write nothing, however they end, and hang nowhere; their parent loses nothing. */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "timemory/bundle.h"

static void measure(void) {
    for (int i = 0; i < 1000; i++) {
        timemory_push_region("work");
        timemory_end_record(timemory_get_begin_record("record"));
        timemory_pop_region("work");
    }
}

static void* in_thread(void* unused) {
    (void)unused;
    for (int i = 0; i < 100; i++) measure();
    return NULL;
}

static int status_of(pid_t child) {
    int status;
    check(waitpid(child, &status, 0) == child, "child waited for");
    return status;
}

int main(void) {
    timemory_push_region("main");
    pthread_t thread; /* which may be anywhere in the library when processes fork */
    check(pthread_create(&thread, NULL, in_thread, NULL) == 0, "thread");
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (child == 0) {
            timemory_pop_region("main");
            measure();
            timemory_push_region("child");
            check(timemory_bundle_create("wall_clock") == 0 && strlen(timemory_error()) > 0, "told why");
            timemory_pop_region("child");
            timemory_finalize_library();
            exit(7);
        }
        int status = status_of(child);
        check(WIFEXITED(status) && WEXITSTATUS(status) == 7, "ended by itself");
    }
    check(access("timemory-output", F_OK) != 0, "nothing written by a child");

    pid_t child = fork();
    if (child == 0) {
        sleep(100);
        exit(0);
    }
    kill(child, SIGTERM);
    int status = status_of(child);
    check(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "ended by the signal");
    check(access("timemory-output", F_OK) != 0, "nothing written for a child's signal");

    pthread_join(thread, NULL);
    timemory_pop_region("main");
    return 0;
}
