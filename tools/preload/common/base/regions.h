/*
 * Regions by their labels, of the calling thread alone: made when a label first comes, kept as long as the thread lives, and used again for
 * each lap. Finding one takes no lock, no memory, and no text put together: a label is given in the parts that it consists of.
 */
#ifndef TM_REGIONS_H
#define TM_REGIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "timemory/region.h"

#pragma GCC visibility push(hidden)

struct tm_region {
    struct tm_region* next;
    timemory_region* region; /* NULL where it cannot be measured */
    const char* components;
    uint64_t hash;
    size_t length;
    atomic_bool is_running;
    char note; /* 0 at first: for code that looks it up */
    char label[];
};

/*
 * One that does not run, with the label that the parts make, the last followed by NULL, and with components that are the same text at the
 * same address each time. Of a label that is open inside itself there are as many as are open at once. NULL without memory.
 */
extern struct tm_region* tm_idle_region(const char* const* parts, const char* components);

static inline void tm_start_region(struct tm_region* region) {
    atomic_store_explicit(&region->is_running, true, memory_order_relaxed);
    timemory_region_start(region->region);
}

/* By another thread than the one whose region it is, the lap is lost, which libtimemory.so reports. */
static inline void tm_stop_region(struct tm_region* region) {
    timemory_region_stop(region->region);
    atomic_store_explicit(&region->is_running, false, memory_order_release);
}

/* Where it is not NULL, called on each thread that has such regions when it ends, before they are given back. */
extern void (*tm_before_thread_ends)(void);

/* A region of libtimemory.so; NULL without components, and if they cannot be measured, which is reported once. */
extern timemory_region* tm_create_region(const char* label, const char* components);

#pragma GCC visibility pop

#endif
