/*
 * Regions that are pushed and popped again and again, which the library measures without its call graph for a while: whatever happens in
 * between, they are counted once, in their place, and others see them correctly. One of them is a random program compared with a model.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "timemory/bundle.h"
#include "timemory/library.h"
#include "timemory/results.h"

/* As many laps as needed for a region to be measured that way. */
enum { OFTEN = 20 };

static void repeat(const char* name, int times) {
    for (int i = 0; i < times; i++) {
        timemory_push_region(name);
        timemory_pop_region(name);
    }
}

/* The laps so far of the region with the name, wherever it is, -1 if there is none; and how many of them are open. */
static long laps_of(const char* name, long* open) {
    char* results = timemory_results("wall_clock", false);
    if (results == NULL) return -1;
    long laps = -1;
    char label[64];
    snprintf(label, sizeof label, "%s\"", name);
    for (char* entry = strstr(results, "\"prefix\""); entry != NULL && laps < 0;) {
        char* next = strstr(entry + 1, "\"prefix\"");
        if (next != NULL) *next = '\0';
        char* found = strstr(entry, label);
        if (found != NULL && (found[-1] == ' ' || found[-1] == '_')) {
            laps = strtol(strstr(entry, "\"laps\":") + 7, NULL, 10);
            char* open_laps = strstr(entry, "\"open_laps\":");
            *open = open_laps == NULL ? 0 : strtol(open_laps + 12, NULL, 10);
        }
        entry = next;
        if (next != NULL) *next = '"';
    }
    timemory_free(results);
    return laps;
}

static void check_laps(const char* name, long laps, long open) {
    long open_now = -1;
    long now = laps_of(name, &open_now);
    if (now == laps && open_now == open) return;
    fprintf(stderr, "failed: '%s' has %ld laps, %ld of them open, and should have %ld and %ld\n", name, now, open_now, laps, open);
    exit(1);
}

/* ---- Seen by another thread ---------------------------------------------------------------------------------------------------------- */

static atomic_int turn;

static void await(int value) {
    while (atomic_load(&turn) < value) {}
}

static void* look_on(void* unused) {
    (void)unused;
    await(1); /* the main thread is in the last lap */
    check_laps("looked at", OFTEN + 1, 1);
    timemory_push_region("on another thread");
    timemory_pop_region("on another thread");
    atomic_store(&turn, 2);
    await(3);
    check_laps("looked at", OFTEN + 1, 0);
    return NULL;
}

static void be_looked_at(void) {
    pthread_t thread;
    check(pthread_create(&thread, NULL, look_on, NULL) == 0, "thread");
    repeat("looked at", OFTEN);
    timemory_push_region("looked at");
    atomic_store(&turn, 1);
    await(2);
    timemory_pop_region("looked at");
    atomic_store(&turn, 3);
    pthread_join(thread, NULL);
}

/* Results are collected again and again; the number of laps never decreases, and no more than one is open. */
static atomic_bool is_over;

static void* look_on_for_long(void* unused) {
    (void)unused;
    long last = -1;
    while (!atomic_load(&is_over)) {
        long open = 0;
        long laps = laps_of("for long", &open);
        check(laps >= last && open <= 1, "laps are counted as they come");
        last = laps;
    }
    return NULL;
}

static void go_on_for_long(void) {
    pthread_t thread;
    check(pthread_create(&thread, NULL, look_on_for_long, NULL) == 0, "thread");
    for (int i = 0; i < 200; i++) repeat("for long", 2000);
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    check_laps("for long", 400000, 0);
}

/* ---- A random program beside a model ------------------------------------------------------------------------------------------------- */

enum { LABELS = 4, DEEPEST = 5 };

static uint32_t seed = 1;

static unsigned random_below(unsigned n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static const char* const labels[LABELS] = {"alpha", "beta", "gamma", "delta"};

/* By the place of the region: a one, followed by its labels from the root on, as digits. */
static long counts[1 << (2 * DEEPEST + 1)];

static void program(int depth, unsigned path, timemory_bundle_t tools) {
    unsigned steps = 1 + random_below(6);
    for (unsigned step = 0; step < steps; step++) {
        unsigned label = random_below(LABELS);
        unsigned place = path * LABELS + label;
        unsigned times = random_below(3) == 0 ? 1 + random_below(30) : 1;
        bool by_bundle = random_below(4) == 0;
        for (unsigned i = 0; i < times; i++) {
            /* Not always from the same place of memory. */
            char copy[16];
            strcpy(copy, labels[label]);
            const char* name = random_below(8) == 0 ? copy : labels[label];
            counts[place]++;
            if (by_bundle) {
                timemory_bundle_push(tools, name);
            } else {
                timemory_push_region(name);
            }
            if (depth + 1 < DEEPEST && random_below(12) == 0) program(depth + 1, place, tools);
            if (random_below(50) == 0) {
                char* table = timemory_table("wall_clock");
                check(table != NULL, "a table");
                timemory_free(table);
            }
            if (by_bundle) {
                timemory_bundle_pop(tools, name);
            } else {
                timemory_pop_region(name);
            }
        }
    }
}

static void print(int depth, unsigned path, const char* above, FILE* file) {
    for (unsigned label = 0; label < LABELS; label++) {
        unsigned place = path * LABELS + label;
        if (counts[place] == 0) continue;
        char name[64];
        snprintf(name, sizeof name, "%s/%s", above, labels[label]);
        fprintf(file, "%s %ld\n", name, counts[place]);
        if (depth + 1 < DEEPEST) print(depth + 1, place, name, file);
    }
}

/* The first argument, if there is one, is the seed of the random program. */
int main(int argc, char** argv) {
    if (argc > 1) seed = (uint32_t)strtoul(argv[1], NULL, 10);
    timemory_init_library(0, NULL);

    repeat("plain", 1000);
    check_laps("plain", 1000, 0);

    for (int i = 0; i < OFTEN; i++) {
        timemory_push_region("outer");
        repeat("inner", 100);
        timemory_pop_region("outer");
    }
    check_laps("outer", OFTEN, 0);
    check_laps("inner", 100 * OFTEN, 0);

    char name[16] = "first";
    repeat(name, OFTEN);
    strcpy(name, "second");
    repeat(name, OFTEN);
    check_laps("first", OFTEN, 0);
    check_laps("second", OFTEN, 0);

    /* Popped by another name: a mistake that closes nothing. */
    repeat("mistaken", OFTEN);
    timemory_push_region("mistaken");
    timemory_pop_region("mistake");
    check_laps("mistaken", OFTEN + 1, 1);
    timemory_pop_region("mistaken");
    check_laps("mistaken", OFTEN + 1, 0);

    /* Pushed while measuring, popped while not, and the other way round. */
    repeat("paused", OFTEN);
    timemory_push_region("paused");
    timemory_pause();
    timemory_pop_region("paused");
    timemory_push_region("paused");
    timemory_resume();
    timemory_pop_region("paused");
    repeat("paused", OFTEN);
    check_laps("paused", 2 * OFTEN + 1, 0);

    /* With other components from some lap on. */
    repeat("changed", OFTEN);
    timemory_push_components("wall_clock,trip_count");
    repeat("changed", OFTEN);
    timemory_pop_components();
    char* trips = timemory_results("trip_count", false);
    check(trips != NULL && strstr(trips, "\"laps\":20") != NULL, "the other component counts its laps alone");
    timemory_free(trips);

    be_looked_at();
    go_on_for_long();

    timemory_bundle_t tools = timemory_bundle_create("wall_clock");
    timemory_push_region("program");
    for (int i = 0; i < 30; i++) program(0, 1, tools);
    timemory_pop_region("program");
    FILE* file = fopen("model.txt", "w");
    check(file != NULL, "a file");
    print(0, 1, "program", file);
    fclose(file);

    /* The process ends within a lap. */
    repeat("unfinished", OFTEN);
    timemory_push_region("unfinished");
    return 0;
}
