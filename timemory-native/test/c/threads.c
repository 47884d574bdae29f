/* A program that starts one thread after another, each of which measures, takes no more memory for that than some of them do. */
#include <pthread.h>
#include <string.h>

#include "check.h"
#include "timemory/library.h"

enum { THREADS = 1000, MAX_MEGABYTES = 400 };

static void* measure(void* unused) {
    timemory_push_region("work");
    timemory_pop_region("work");
    return unused;
}

static long peak_megabytes(void) {
    char line[256];
    long kilobytes = -1;
    FILE* file = fopen("/proc/self/status", "r");
    check(file != NULL, "status");
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0) kilobytes = atol(line + 6);
    }
    fclose(file);
    check(kilobytes > 0, "peak known");
    return kilobytes / 1024;
}

int main(void) {
    timemory_init_library(0, NULL);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        check(pthread_create(&thread, NULL, measure, NULL) == 0, "started");
        pthread_join(thread, NULL);
    }
    long peak = peak_megabytes();
    fprintf(stderr, "%ld MB at the peak\n", peak);
    check(peak < MAX_MEGABYTES, "memory of threads that have ended is given back");
    timemory_finalize_library();
    return 0;
}
