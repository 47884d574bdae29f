/* Counts the laps it measures, and brings a fault upon itself: counters mode seed variant. LapsProgram.java is the same on the JVM. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef WITHOUT_TIMEMORY
#define timemory_push_region(label) ((void)(label))
#define timemory_pop_region(label) ((void)(label))
#define timemory_finalize_library() ((void)0)
#else
#include "timemory/library.h"
#endif

enum { BYTES = 4096, THREADS = 16, LABELS = 3000 };
enum { MEASURING = 1, WRITING = 2 };

static int64_t* counters;
static int second;

static uint32_t below(uint32_t limit) {
    static uint64_t state;
    if (state == 0) state = strtoull(getenv("SEED"), NULL, 10) | 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % limit;
}

static void reached(int state) { __atomic_store_n(&counters[0], state, __ATOMIC_RELEASE); }

static void count(int index) { __atomic_store_n(&counters[index], counters[index] + 1, __ATOMIC_RELEASE); }

static void lap(int thread, const char* label) {
    count(1 + 2 * thread);
    timemory_push_region(label);
    timemory_pop_region(label);
    count(2 + 2 * thread);
}

static void laps(int thread, uint32_t number) {
    while (number-- > 0) lap(thread, "lap");
}

static void labelled(uint32_t labels) {
    timemory_push_region("main");
    for (uint32_t i = 0; i < labels; i++) {
        char label[32];
        snprintf(label, sizeof label, "lap%u", i);
        lap(0, label);
    }
    timemory_pop_region("main");
}

static void* other(void* unused) {
    (void)unused;
    for (;;) lap(1, "lap");
    return NULL;
}

static int until_killed(void) {
    pthread_t thread;
    timemory_push_region("main");
    lap(0, "lap");
    reached(MEASURING);
    if (pthread_create(&thread, NULL, other, NULL) != 0) return 8;
    time_t end = time(NULL) + 120;
    while (time(NULL) < end) {
        laps(0, 100);
        if (second) usleep(100);
    }
    return 7;
}

static int writing(void) {
    labelled(LABELS);
    reached(WRITING);
    if (second) timemory_finalize_library();
    return 0;
}

static int without_descriptors(void) {
    laps(0, below(2000));
    while (open("/dev/null", O_RDONLY) >= 0) {}
    laps(0, below(2000));
    return second ? 3 : 0;
}

/* Each may be cancelled wherever it stands: in the library, between two regions, in one. */
static void* to_be_cancelled(void* argument) {
    int thread = (int)(intptr_t)argument;
    for (;;) {
        lap(thread, "lap");
        timemory_push_region("cancelled");
        if (second) pthread_testcancel();
        else usleep(10);
        timemory_pop_region("cancelled");
    }
    return NULL;
}

static int cancelled(void) {
    for (int i = 1; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, to_be_cancelled, (void*)(intptr_t)i) != 0) return 8;
        usleep(below(2000));
        pthread_cancel(thread);
        pthread_join(thread, NULL);
    }
    laps(0, 100);
    return 0;
}

static int overflow(volatile char* above) {
    volatile char frame[512];
    frame[0] = above == NULL ? 0 : above[0];
    if (second) lap(0, "lap");
    return overflow(frame) + frame[0];
}

static int filling_memory(void) {
    laps(0, below(5000));
    FILE* file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    if (file == NULL || fscanf(file, "%lu", &pages) != 1) return 8;
    fclose(file);
    struct rlimit limit;
    limit.rlim_cur = limit.rlim_max = pages * (rlim_t)sysconf(_SC_PAGESIZE) + below(8 << 20);
    if (setrlimit(RLIMIT_AS, &limit) != 0) return 8;
    for (size_t size = 1 << 20; size >= 16;) {
        char* kept = malloc(size);
        if (kept == NULL) size /= 2;
        else memset(kept, 1, size);
        if (second) lap(0, "lap");
    }
    laps(0, 10);
    return 1;
}

int main(int argc, char** argv) {
    if (argc != 5) return 9;
    int file = open(argv[1], O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, BYTES) != 0) return 8;
    counters = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (counters == MAP_FAILED) return 8;
    setenv("SEED", argv[3], 1);
    second = argv[4][0] == '1';

    const char* mode = argv[2];
    if (strcmp(mode, "run") == 0) return until_killed();
    if (strcmp(mode, "write") == 0) return writing();
    if (strcmp(mode, "disk") == 0) return labelled(1 + below(LABELS)), 0;
    if (strcmp(mode, "labels") == 0) return labelled(4 * LABELS), 0;
    if (strcmp(mode, "descriptors") == 0) return without_descriptors();
    if (strcmp(mode, "stop") == 0) return cancelled();
    if (strcmp(mode, "overflow") == 0) return laps(0, below(5000)), overflow(NULL);
    if (strcmp(mode, "memory") == 0) return filling_memory();
    return 9;
}
