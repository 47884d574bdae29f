/*
 * The sample handler interrupts operations that take locks: allocating, loading and unloading libraries, forking. A handler that took a
 * lock or memory would hang here. SAMPLED_INTERRUPTS makes it continue until that many functions were interrupted midway: what happens on a
 * server in a day (docs/sampling.md has a run of ten million).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "timemory/library.h"

enum { NOTHING, ALLOCATING, LOADING, FORKING, KINDS };

static time_t end;
static long wanted;
static long interrupts[KINDS];
static __thread volatile sig_atomic_t inside; /* of which of these functions the thread is in its midst */
static struct sigaction sampling;

/* Stands before the handler of samples, to count. */
static void count(int number, siginfo_t* info, void* context) {
    __atomic_fetch_add(&interrupts[inside], 1, __ATOMIC_RELAXED);
    sampling.sa_sigaction(number, info, context);
}

static long of(int kind) { return __atomic_load_n(&interrupts[kind], __ATOMIC_RELAXED); }

static int goes_on(void) {
    if (wanted == 0) return time(NULL) < end;
    return of(ALLOCATING) + of(LOADING) + of(FORKING) < wanted;
}

static void* allocates(void* unused) {
    enum { BLOCKS = 64 };
    void* blocks[BLOCKS] = {NULL};
    unsigned random = 1;
    while (goes_on()) {
        timemory_push_region("allocates");
        for (int i = 0; i < 2000; i++) {
            random = random * 1103515245 + 12345;
            void** block = &blocks[random >> 16 & (BLOCKS - 1)];
            inside = ALLOCATING;
            free(*block);
            *block = malloc(random >> 20 & 0xfff);
            inside = NOTHING;
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
            inside = LOADING;
            void* library = dlopen(LIBRARIES[i], RTLD_NOW);
            if (library != NULL) {
                loaded++;
                dlsym(library, "no_such_function");
                dlclose(library);
            }
            inside = NOTHING;
        }
        timemory_pop_region("loads");
    }
    check(loaded > 0, "libraries");
    return unused;
}

static void* forks(void* unused) {
    while (goes_on()) {
        timemory_push_region("forks");
        inside = FORKING;
        pid_t child = fork();
        inside = NOTHING;
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
    const char* most = getenv("SAMPLED_INTERRUPTS");
    wanted = most == NULL ? 0 : atol(most);
    end = time(NULL) + 4;
    setenv("TIMEMORY_SAMPLING", "cpu,wall", 1);
    setenv("TIMEMORY_SAMPLING_FREQ", "10000", 1);
    setenv("TIMEMORY_OUTPUT_FORMATS", "collapsed", 1);
    timemory_init_library(0, NULL);
    timemory_push_region("first");
    timemory_pop_region("first");
    check(sigaction(SIGPROF, NULL, &sampling) == 0 && (sampling.sa_flags & SA_SIGINFO), "the handler of samples");
    struct sigaction counting = sampling;
    counting.sa_sigaction = count;
    check(sigaction(SIGPROF, &counting, NULL) == 0, "the handler that counts");
    static void* (*const WORK[])(void*) = {loads, forks, allocates};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) check(pthread_create(&threads[i], NULL, WORK[i], NULL) == 0, "thread");
    allocates(NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    check(sigaction(SIGPROF, &sampling, NULL) == 0, "the handler of samples again");
    timemory_finalize_library();
    printf("interrupted: allocating %ld, loading %ld, forking %ld, elsewhere %ld times\n", of(ALLOCATING), of(LOADING), of(FORKING),
           of(NOTHING));
    check(of(ALLOCATING) > 0 && of(LOADING) > 0 && of(FORKING) > 0, "each was interrupted");
    return 0;
}
