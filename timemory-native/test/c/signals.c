/*
 * Signals end a process as they would without the library, except that its results are written first; and no code of the program continues.
 */
#define _GNU_SOURCE
#include "children.h"

#include <pthread.h>

#include "timemory/library.h"

static void open_region(void) {
    timemory_push_region("closed");
    timemory_pop_region("closed");
    timemory_push_region("open");
}

static int to_raise;

static void raise_it(void) {
    open_region();
    raise(to_raise);
    shared->went_on = 1;
}

static void sleep_long(void) {
    open_region();
    shared->ready = 1;
    sleep(3600);
    shared->went_on = 1;
}

static void crash(void) {
    open_region();
    *(volatile int*)(uintptr_t)(to_raise - SIGSEGV) = 1; /* a null pointer, which the compiler does not know */
    shared->went_on = 1;
}

static int overflow_by(int depth) {
    volatile char room[4096];
    room[depth % 4096] = 1;
    return depth == -1 ? 0 : overflow_by(depth + 1) + room[depth % 4096];
}

static void overflow(void) {
    open_region();
    shared->went_on = overflow_by(0);
}

static int overflow_measuring(int depth) {
    volatile char room[512];
    room[depth % 512] = 1;
    timemory_push_region("lap");
    timemory_pop_region("lap");
    return depth == -1 ? 0 : overflow_measuring(depth + 1) + room[depth % 512];
}

static void overflow_inside(void) {
    for (int i = 0; i < 2000; i++) { /* enough for garbage to be collected while they are written */
        char label[32];
        snprintf(label, sizeof label, "label %d", i);
        timemory_push_region(label);
        timemory_pop_region(label);
    }
    shared->went_on = overflow_measuring(0);
}

static volatile sig_atomic_t own;

static void own_handler(int number) { own = number; }

static void handle_it_oneself(void) {
    signal(SIGTERM, own_handler);
    open_region();
    raise(SIGTERM);
    timemory_pop_region("open");
    exit(own == SIGTERM ? 3 : 4);
}

static volatile int is_kept;

/* Blocks the lock under which the table is written to stdout. */
static void* keep_stdout(void* unused) {
    (void)unused;
    flockfile(stdout);
    is_kept = 1;
    for (;;) pause();
    return NULL;
}

/* If others have write access, one of them puts a link to someone else's file in the place of what is written without results. */
static void plant_link(void) {
    char name[64];
    snprintf(name, sizeof name, "timemory-output/unfinished-%d.txt", (int)getpid());
    FILE* precious = fopen("precious", "w");
    if (precious == NULL || fputs("of somebody", precious) < 0 || fclose(precious) != 0) abort();
    if (mkdir("timemory-output", 0700) != 0 || symlink("../precious", name) != 0) abort();
}

static void be_asked_twice(void) {
    plant_link();
    open_region();
    pthread_t thread;
    pthread_create(&thread, NULL, keep_stdout, NULL);
    while (!is_kept) usleep(1000);
    pid_t parent = getpid();
    if (fork() == 0) {
        usleep(1500000); /* more than the half second in which a second signal counts as the first one again */
        kill(parent, SIGTERM);
        _exit(0);
    }
    shared->ready = 1; /* only now, because the first signal ends everything on this thread */
    sleep(3600);
    shared->went_on = 1;
}

static void expect_end_by(int status, int number) {
    expect(WIFSIGNALED(status) && WTERMSIG(status) == number, "ended by the signal");
    expect(!shared->went_on, "nothing went on");
}

static void set(const char* variable, const char* value) {
    if (value == NULL) unsetenv(variable);
    else setenv(variable, value, 1);
}

int main(void) {
    const int usual[] = {SIGTERM, SIGINT};
    const char* names[] = {"raise-term", "raise-int", "sleep-term", "sleep-int"};
    for (int i = 0; i < 2; i++) {
        to_raise = usual[i];
        expect_end_by(status_of(names[i], raise_it, 0), usual[i]);
        expect(has("timemory-output/wall.json", ">>> open") && has("timemory-output/wall.json", ">>> closed"), "results");
        expect_end_by(status_of(names[i + 2], sleep_long, usual[i]), usual[i]);
        expect(has("timemory-output/wall.json", ">>> open"), "results");
    }

    int status = status_of("own-handler", handle_it_oneself, 0);
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 3 && has_results(), "the program's own handler decides");

    expect_end_by(status_of("hangup-unasked", sleep_long, SIGHUP), SIGHUP);
    expect(!has_results(), "not asked for");
    to_raise = SIGSEGV;
    expect_end_by(status_of("crash-unasked", crash, 0), SIGSEGV);
    expect(!has_results(), "not asked for");

    set("TIMEMORY_ALLOW_SIGNAL_HANDLER", "false");
    expect_end_by(status_of("not-allowed", sleep_long, SIGTERM), SIGTERM);
    expect(!has_results(), "not allowed");
    set("TIMEMORY_ALLOW_SIGNAL_HANDLER", NULL);

    set("TIMEMORY_ENABLE_ALL_SIGNALS", "true");
    expect_end_by(status_of("crash", crash, 0), SIGSEGV);
    expect(has_results(), "results");
    expect_end_by(status_of("overflow", overflow, 0), SIGSEGV);
    expect(has_results(), "results");
    for (int i = 0; i < 6; i++) { /* some of them in Kotlin code, where the collector would wait for the thread */
        char name[32];
        snprintf(name, sizeof name, "overflow-inside-%d", i);
        expect_end_by(status_of(name, overflow_inside, 0), SIGSEGV);
        expect(has_results(), "results");
    }
    expect_end_by(status_of("hangup", sleep_long, SIGHUP), SIGHUP);
    expect(has_results(), "results");
    const int others[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL};
    const char* names_of_others[] = {"abort", "bus", "fpe", "ill"};
    for (int i = 0; i < 4; i++) {
        to_raise = others[i];
        expect_end_by(status_of(names_of_others[i], raise_it, 0), others[i]);
        expect(has_results(), "results");
    }
    set("TIMEMORY_DISABLE_ALL_SIGNALS", "true");
    to_raise = SIGTERM;
    expect_end_by(status_of("disabled", raise_it, 0), SIGTERM);
    expect(!has_results(), "disabled");
    set("TIMEMORY_DISABLE_ALL_SIGNALS", NULL);
    set("TIMEMORY_ENABLE_ALL_SIGNALS", NULL);

    expect_end_by(status_of("twice", be_asked_twice, SIGTERM), SIGTERM);
    expect(has("stderr", "a second signal arrived"), "told what is missing");
    expect(has("timemory-output/unfinished-*.txt", ": open"), "told which regions were open");
    expect(has("timemory-output/unfinished-*.txt", "closed: laps 1"), "told how many laps there were");
    expect(has("precious", "of somebody"), "what a link in its place led to is left alone");
    return 0;
}
