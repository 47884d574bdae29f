/*
 * Iterates over loaded objects with the program's signals blocked. dl_iterate_phdr holds a lock that signal handlers may need: a sampler
 * such as that of gperftools unwinds with dl_iterate_phdr while it holds a lock of its own, so its handler on this thread could deadlock.
 */
#ifndef TIMEMORY_LOADED_OBJECTS_H
#define TIMEMORY_LOADED_OBJECTS_H

#include <link.h>
#include <pthread.h>

#include "signal_sets.h"

/* Parameters and result are those of dl_iterate_phdr, which needs _GNU_SOURCE. */
static inline int timemory_for_each_object(int (*visit)(struct dl_phdr_info* info, size_t size, void* data), void* data) {
    sigset_t signals = timemory_program_signals(), before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    int result = dl_iterate_phdr(visit, data);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

#endif
