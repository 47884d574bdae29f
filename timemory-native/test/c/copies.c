/* Two copies of the library in one process: only one has the handler of a signal, and has the other write its results too. */
#define _GNU_SOURCE
#include "children.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

#include "../../../cinterop/linux/c/process_copies.h"
#include "timemory/library.h"

static char library[4096];

/* A copy of the library under another name, as a program and its plugin may have them. */
static void* loaded(const char* name) {
    char command[9000];
    snprintf(command, sizeof command, "cp '%s' ./%s", library, name);
    check(system(command) == 0, "copied");
    snprintf(command, sizeof command, "./%s", name);
    void* copy = dlopen(command, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND); /* calls between its own functions stay its own */
    if (copy == NULL) fprintf(stderr, "%s\n", dlerror());
    check(copy != NULL, "loaded");
    return copy;
}

static void measure(void* copy, const char* label) {
    void (*push)(const char*) = (void (*)(const char*))(uintptr_t)dlsym(copy, "timemory_push_region");
    void (*pop)(const char*) = (void (*)(const char*))(uintptr_t)dlsym(copy, "timemory_pop_region");
    push(label);
    pop(label);
    push("open");
}

static void measure_with_both(void) {
    void* first = loaded("libfirst.so");
    void* second = loaded("libsecond.so");
    measure(first, "by the first");
    measure(second, "by the second");
}

static void sleep_with_both(void) {
    measure_with_both();
    shared->ready = 1;
    sleep(3600);
    shared->went_on = 1;
}

static void leave_with_both(void) {
    measure_with_both();
    exit(4);
}

static void crash_with_both(void) {
    setenv("TIMEMORY_ENABLE_ALL_SIGNALS", "true", 1);
    measure_with_both();
    raise(SIGSEGV);
    shared->went_on = 1;
}

static void expect_both(void) {
    char command[512];
    const char* labels[] = {"by the first", "by the second"};
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "grep -rqF '>>> %s' %s/timemory-output --include=wall.json", labels[i], of_case);
        expect(system(command) == 0, labels[i]);
    }
    expect(!shared->went_on, "nothing went on");
}

static pthread_barrier_t at_once;

static void* find_page(void* found) {
    pthread_barrier_wait(&at_once);
    *(struct timemory_copies**)found = timemory_copies();
    return NULL;
}

/*
 * Copies that start at the same moment: one creates the page through which they find each other, and the other must not mistake it for a
 * foreign one.
 */
static void start_at_once(void) {
    pthread_barrier_init(&at_once, NULL, 2);
    for (int i = 0; i < 3000; i++) {
        munmap(TIMEMORY_COPIES_AT, sizeof(struct timemory_copies));
        struct timemory_copies *first = NULL, *second = NULL;
        pthread_t other;
        if (pthread_create(&other, NULL, find_page, &second) != 0) abort();
        find_page(&first);
        pthread_join(other, NULL);
        if (first == NULL || first != second) _exit(2);
    }
    _exit(0);
}

int main(void) {
    Dl_info info;
    check(dladdr((void*)timemory_push_region, &info) != 0, "found");
    check(realpath(info.dli_fname, library) != NULL, "found");

    int status = status_of("at once", start_at_once, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "found by both");
    status = status_of("terminated", sleep_with_both, SIGTERM);
    expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "ended by the signal");
    expect_both();
    status = status_of("interrupted", sleep_with_both, SIGINT);
    expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT, "ended by the signal");
    expect_both();
    status = status_of("left", leave_with_both, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 4, "its own status");
    expect_both();
    status = status_of("crashed", crash_with_both, 0);
    expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "ended by the crash");
    expect_both();
    return 0;
}
