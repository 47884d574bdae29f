/*
 * The handler of samples interrupts whatever takes locks: allocating, loading and unloading libraries, forking, throwing nothing away. A
 * handler that took a lock or memory would hang here. SAMPLED_SECONDS has it go on for longer: what a day of a server interrupts.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "timemory/library.h"

static time_t end;

static int goes_on(void) { return time(NULL) < end; }

static void* allocates(void* unused) {
    enum { BLOCKS = 64 };
    void* blocks[BLOCKS] = {NULL};
    unsigned random = 1;
    while (goes_on()) {
        timemory_push_region("allocates");
        for (int i = 0; i < 2000; i++) {
            random = random * 1103515245 + 12345;
            void** block = &blocks[random >> 16 & (BLOCKS - 1)];
            free(*block);
            *block = malloc(random >> 20 & 0xfff);
            check(*block != NULL, "memory");
        }
        timemory_pop_region("allocates");
    }
    for (int i = 0; i < BLOCKS; i++) free(blocks[i]);
    return unused;
}

static void* loads(void* unused) {
    static const char* const LIBRARIES[] = {"libm.so.6", "libresolv.so.2", "libnss_files.so.2", "libthread_db.so.1"};
    int loaded = 0;
    while (goes_on()) {
        timemory_push_region("loads");
        for (int i = 0; i < 4; i++) {
            void* library = dlopen(LIBRARIES[i], RTLD_NOW);
            if (library == NULL) continue;
            loaded++;
            dlsym(library, "no_such_function");
            dlclose(library);
        }
        timemory_pop_region("loads");
    }
    check(loaded > 0, "libraries");
    return unused;
}

static void* forks(void* unused) {
    while (goes_on()) {
        timemory_push_region("forks");
        pid_t child = fork();
        check(child >= 0, "fork");
        if (child == 0) {
            free(malloc(100));
            _exit(7);
        }
        int status;
        check(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7, "child");
        timemory_pop_region("forks");
    }
    return unused;
}

int main(void) {
    const char* seconds = getenv("SAMPLED_SECONDS");
    end = time(NULL) + (seconds == NULL ? 4 : atol(seconds));
    setenv("TIMEMORY_SAMPLING", "cpu,wall", 1);
    setenv("TIMEMORY_SAMPLING_FREQ", "10000", 1);
    setenv("TIMEMORY_OUTPUT_FORMATS", "collapsed", 1);
    timemory_init_library(0, NULL);
    static void* (*const WORK[])(void*) = {allocates, loads, forks, allocates};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) check(pthread_create(&threads[i], NULL, WORK[i], NULL) == 0, "thread");
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    timemory_finalize_library();
    return 0;
}
