/*
 * The loader's list of objects, looked at with the program's signals blocked. The loader keeps a lock meanwhile that handlers want too: a
 * sampler such as gperftools' unwinds by that list, while it keeps a lock of its own, for which its handler on this thread would wait.
 */
#ifndef TIMEMORY_LOADED_OBJECTS_H
#define TIMEMORY_LOADED_OBJECTS_H

#include <link.h>
#include <pthread.h>

#include "signal_sets.h"

/* As dl_iterate_phdr, which needs _GNU_SOURCE. */
static inline int timemory_for_each_object(int (*visit)(struct dl_phdr_info* info, size_t size, void* data), void* data) {
    sigset_t signals = timemory_program_signals(), before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    int result = dl_iterate_phdr(visit, data);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

#endif
