/*
 * Threads started by this library, including those of the Kotlin runtime: the linker redirects every call of pthread_create in it to this
 * file, and every call of std::thread::_M_start_thread, which is in a shared library if there is no static libstdc++ (see the --wrap
 * options in pom.xml).
 *
 * They block signals, which are for the program's threads: a server that blocks a signal everywhere and receives it with sigwait would
 * otherwise be killed by it. Faults of the thread itself stay unblocked, because a blocked one would terminate the process without its
 * handler.
 *
 * They count as inside the library from start to end. So a fault handler that calls the library there is refused. In the garbage
 * collector's thread it would wait for the collector forever.
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

/* The names are required by the linker. */
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
    /* Not malloc: a thread that is held at process exit may hold its lock. */
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

/* A std::thread::_State, by the C++ ABI: its vtable has two destructors, of which the second frees it, and then _M_run. */
struct state {
    void (*const* functions)(struct state*);
};

static void* run(void* given) {
    struct state* state = given;
    state->functions[2](state);
    state->functions[1](state);
    return NULL;
}

#define START_THREAD(prefix) prefix##_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE

extern void START_THREAD(__real_)(pthread_t* thread, struct state** state, void (*depend)(void));
extern __attribute__((visibility("hidden"))) void START_THREAD(__wrap_)(pthread_t* thread, struct state** state, void (*depend)(void));

/* Takes ownership of the state if the thread starts. Otherwise libstdc++ tries again, and throws its exception. */
void START_THREAD(__wrap_)(pthread_t* thread, struct state** state, void (*depend)(void)) {
    if (__wrap_pthread_create(thread, NULL, run, *state) == 0) {
        *state = NULL;
    } else {
        START_THREAD(__real_)(thread, state, depend);
    }
}
