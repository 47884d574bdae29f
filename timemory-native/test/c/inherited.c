/* A program that a larger one started has a separate memory peak: the kernel's count starts with that of the larger one. */
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "timemory/library.h"

enum { LARGE = 400 << 20 };

static void measure(void) {
    timemory_push_components("current_peak_rss");
    timemory_init_library(0, NULL);
    timemory_push_region("small");
    timemory_pop_region("small");
    timemory_finalize_library();
}

extern char** environ;

/* As in Python, Java and shells: the new process has the memory of the old one until its exec. */
static void be_large_and_start(const char* program) {
    char* large = malloc(LARGE);
    check(large != NULL, "memory");
    memset(large, 1, LARGE);
    char* arguments[] = {(char*)program, (char*)"small", NULL};
    pid_t child;
    int status = 0;
    check(posix_spawn(&child, program, NULL, NULL, arguments, environ) == 0, "started");
    check(waitpid(child, &status, 0) == child && status == 0, "its status");
    free(large);
}

int main(int count, char** arguments) {
    if (count > 1) {
        measure();
    } else {
        be_large_and_start(arguments[0]);
    }
    return 0;
}
