/* For programs that test how processes end: each case runs in a separate process, in a separate folder. */
#ifndef CHILDREN_H
#define CHILDREN_H

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* The messages from a child to its parent. */
static volatile struct {
    int ready;
    int went_on; /* where it must not */
} * shared;

static const char* of_case;

static inline void expect(int condition, const char* what) {
    if (condition) return;
    fprintf(stderr, "failed: %s: %s\n", of_case, what);
    exit(1);
}

/* The status of a process that does `body`, and is sent `number` by its parent once it is ready, unless that is 0. */
static inline int status_of(const char* name, void (*body)(void), int number) {
    if (shared == NULL) shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    of_case = name;
    shared->ready = shared->went_on = 0;
    check(mkdir(name, 0700) == 0, "folder of the case");
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        if (chdir(name) != 0 || freopen("stderr", "w", stderr) == NULL || freopen("stdout", "w", stdout) == NULL) abort();
        signal(SIGINT, SIG_DFL); /* which a shell may have set to be ignored */
        body();
        exit(0);
    }
    if (number != 0) {
        while (!shared->ready) usleep(1000);
        kill(child, number);
    }
    int status = 0;
    check(waitpid(child, &status, 0) == child, "waited for");
    return status;
}

/* Whether a file of the case, which `pattern` is for, has the text. */
static inline int has(const char* pattern, const char* text) {
    char command[512];
    snprintf(command, sizeof command, "grep -qF -- '%s' %s/%s 2>/dev/null", text, of_case, pattern);
    return system(command) == 0;
}

static inline int has_results(void) {
    char command[256];
    snprintf(command, sizeof command, "test -n \"$(find %s -name wall.json)\"", of_case);
    return system(command) == 0;
}

#endif
