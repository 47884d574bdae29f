/*
 * While a gotcha looks at the loaded objects, by which the loader keeps its lock, no handler of the program's runs on that thread: one that
 * unwinds its stack, as samplers do, wants the lock as well. This program interposes the loader's function.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "check.h"
#include "timemory/gotcha.h"
#include "timemory/library.h"

static __thread bool is_within;
static int looks, interruptible;

int dl_iterate_phdr(int (*visit)(struct dl_phdr_info*, size_t, void*), void* data) {
    int (*next)(int (*)(struct dl_phdr_info*, size_t, void*), void*) =
        (int (*)(int (*)(struct dl_phdr_info*, size_t, void*), void*))dlsym(RTLD_NEXT, "dl_iterate_phdr");
    if (is_within) {
        sigset_t now;
        pthread_sigmask(SIG_BLOCK, NULL, &now);
        looks++;
        interruptible += sigismember(&now, SIGPROF) == 0;
    }
    return next(visit, data);
}

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    timemory_gotcha* gotcha = timemory_gotcha_create("wall_clock", 0);
    check(gotcha != NULL, "a gotcha");
    is_within = true;
    check(timemory_gotcha_wrap(gotcha, "strtol", NULL), "wrapped");
    timemory_gotcha_start(gotcha);
    check(strtol("12", NULL, 10) == 12, "called");
    timemory_gotcha_stop(gotcha);
    timemory_gotcha_remove(gotcha);
    is_within = false;
    check(looks > 0, "it looked at the objects");
    check(interruptible == 0, "with the program's signals blocked");
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    check(!sigismember(&now, SIGPROF), "which are not blocked afterwards");
    timemory_finalize_library();
    return 0;
}
