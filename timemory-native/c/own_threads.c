/*
 * The threads that this library starts, those of the Kotlin runtime included: the linker leads every call of pthread_create in it here (see
 * the option --wrap in pom.xml).
 *
 * They block signals, which are for the program's threads: a server that blocks a signal everywhere and takes it with sigwait would be
 * killed by it otherwise. Faults of the thread itself stay unblocked, since blocking one would end the process without its handler.
 *
 * They count as inside the library from start to end. So a handler of a fault that calls the library there is refused. In the collector's
 * thread it would wait for the collector forever.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include "../../cinterop/linux/signal_sets.h"
#include "process.h"

struct start {
    void* (*body)(void*);
    void* argument;
};

/* The names are the linker's. */
extern int __real_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument);
extern __attribute__((visibility("hidden"))) int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                                                       void* (*body)(void*), void* argument);

static void* begin(void* given) {
    struct start start = *(struct start*)given;
    munmap(given, sizeof start);
    tm_got_thread.inside = 1;
    sigset_t blocked = timemory_program_signals();
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    return start.body(start.argument);
}

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
    /* Not of malloc: a thread that is held as the process ends may hold its lock. */
    struct start* start = mmap(NULL, sizeof *start, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool is_marked = start != MAP_FAILED;
    sigset_t blocked = timemory_program_signals(), before;
    if (is_marked) {
        *start = (struct start){body, argument};
        sigfillset(&blocked); /* until it is inside */
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    int status = __real_pthread_create(thread, attributes, is_marked ? begin : body, is_marked ? start : argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status != 0 && is_marked) munmap(start, sizeof *start);
    return status;
}
