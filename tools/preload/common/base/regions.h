/*
 * The calling thread's regions by label: created when a label first occurs, kept until the thread ends, and reused for each lap. A lookup
 * takes no lock, allocates no memory, and builds no text: a label is passed as its parts.
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
    timemory_region* region; /* NULL if it cannot be measured */
    const char* components;
    uint64_t hash;
    size_t length;
    atomic_bool is_running;
    char note; /* initially 0: for code that looks it up */
    char label[];
};

/*
 * Returns a region that is not running, with the label made of the parts, terminated by NULL, and with components that are the same text at
 * the same address each time. If a label is open inside itself, there are as many regions as are open at once. Returns NULL without memory.
 */
extern struct tm_region* tm_idle_region(const char* const* parts, const char* components);

static inline void tm_start_region(struct tm_region* region) {
    atomic_store_explicit(&region->is_running, true, memory_order_relaxed);
    timemory_region_start(region->region);
}

/* If another thread than the owner of the region calls it, the lap is lost, which libtimemory.so reports. */
static inline void tm_stop_region(struct tm_region* region) {
    timemory_region_stop(region->region);
    atomic_store_explicit(&region->is_running, false, memory_order_release);
}

/* Called, unless NULL, on each thread that has such regions when it ends, before they are freed. */
extern void (*tm_before_thread_ends)(void);

/* Creates a region of libtimemory.so; NULL without components, and if they cannot be measured, which is reported once. */
extern timemory_region* tm_create_region(const char* label, const char* components);

#pragma GCC visibility pop

#endif
