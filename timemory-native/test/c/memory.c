/* A program that runs out of memory ends as it would have, and its results are written with memory reserved for that. */
#define _GNU_SOURCE
#include "children.h"

#include "timemory/library.h"

/* Uses up all but `more` bytes of address space, like a program that runs out of memory. */
static void use_up(rlim_t more) {
    unsigned long pages = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    check(file != NULL && fscanf(file, "%lu", &pages) == 1, "size known");
    fclose(file);
    struct rlimit limit;
    limit.rlim_cur = limit.rlim_max = pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
    check(setrlimit(RLIMIT_AS, &limit) == 0, "limited");
    for (size_t size = 1 << 20; size >= 16;) {
        if (malloc(size) == NULL) size /= 2;
    }
}

static void measure(int labels) {
    for (int i = 0; i < labels; i++) {
        char label[32];
        snprintf(label, sizeof label, "label %d", i);
        timemory_push_region(label);
        timemory_pop_region(label);
    }
}

static void exit_without_memory(void) {
    measure(100);
    timemory_push_region("open");
    use_up(1 << 20);
    exit(5);
}

static void be_terminated_without_memory(void) {
    measure(100);
    timemory_push_region("open");
    use_up(1 << 20);
    shared->ready = 1;
    sleep(3600);
    shared->went_on = 1;
}

static void tell_that_it_ended(void) { fputs("its own end\n", stdout); }

/* Too many for the reserved memory. */
static void exit_with_too_much(void) {
    atexit(tell_that_it_ended);
    fputs("its own output\n", stdout);
    measure(200000);
    use_up(0);
    exit(6);
}

int main(void) {
    int status = status_of("exit", exit_without_memory, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 5, "its own status");
    expect(has("timemory-output/wall.json", ">>> open") && has("timemory-output/wall.json", ">>> label 99"), "results");
    expect(!has("stderr", "some results"), "all of them");

    status = status_of("terminated", be_terminated_without_memory, SIGTERM);
    expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM && !shared->went_on, "ended by the signal");
    expect(has("timemory-output/wall.json", ">>> open") && has("timemory-output/wall.json", ">>> label 99"), "results");

    status = status_of("too-much", exit_with_too_much, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 6, "its own status");
    expect(has("stdout", "its own output") && has("stdout", "its own end"), "what the program does at its end");
    /* The memory that the collector has just freed may be enough for all of them. */
    if (!has("stderr", "some results were not written")) {
        expect(has("timemory-output/wall.json", ">>> label 60000"), "either all results, or told that some are missing");
        return 0;
    }
    expect(has("timemory-output/unfinished-*.txt", "label 60000: laps 1"), "told how many laps there were");
    return 0;
}
