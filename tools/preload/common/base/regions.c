#define _GNU_SOURCE
#include "regions.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"

/* The regions of one thread, in a table that always has free entries. */
struct regions {
    size_t count, buckets;
    struct tm_region** bucket;
};

static __thread struct regions* here __attribute__((tls_model("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

void (*tm_before_thread_ends)(void);

static void forget(void* ended) {
    struct regions* regions = ended;
    if (tm_before_thread_ends != NULL) tm_before_thread_ends();
    here = NULL;
    for (size_t i = 0; i < regions->buckets; i++) {
        while (regions->bucket[i] != NULL) {
            struct tm_region* region = regions->bucket[i];
            regions->bucket[i] = region->next;
            timemory_region_destroy(region->region);
            free(region);
        }
    }
    free(regions->bucket);
    free(regions);
}

/* Open regions can be closed now, and no later. */
static void forget_here(void) {
    struct regions* regions = here;
    if (regions == NULL) return;
    pthread_setspecific(key, NULL);
    forget(regions);
}

static void make_key(void) {
    pthread_key_create(&key, forget);
    timemory_at_thread_end(forget_here);
}

static struct regions* this_thread(void) {
    if (here == NULL) {
        pthread_once(&once, make_key);
        struct regions* regions = calloc(1, sizeof *regions);
        if (regions == NULL || pthread_setspecific(key, regions) != 0) {
            free(regions);
            return NULL;
        }
        here = regions;
    }
    return here;
}

/* Makes room for one more; existing entries are unchanged if there is no memory. */
static bool make_room(struct regions* regions) {
    if (regions->count < regions->buckets) return true;
    size_t buckets = regions->buckets == 0 ? 64 : 2 * regions->buckets;
    struct tm_region** bucket = calloc(buckets, sizeof *bucket);
    if (bucket == NULL) return regions->buckets != 0;
    for (size_t i = 0; i < regions->buckets; i++) {
        while (regions->bucket[i] != NULL) {
            struct tm_region* region = regions->bucket[i];
            regions->bucket[i] = region->next;
            struct tm_region** place = &bucket[region->hash & (buckets - 1)];
            region->next = *place;
            *place = region;
        }
    }
    free(regions->bucket);
    regions->bucket = bucket;
    regions->buckets = buckets;
    return true;
}

timemory_region* tm_create_region(const char* label, const char* components) {
    if (*components == '\0') return NULL;
    timemory_region* region = timemory_region_create(label, components);
    if (region == NULL) TM_SAY_ONCE("%s is not measured: %s", label, timemory_error());
    return region;
}

static uint64_t mixed(uint64_t hash) {
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* Eight bytes at a time: names of kernels may be those of templates, which are long. */
static uint64_t hash_of(const char* const* parts, const char* components, size_t* length) {
    uint64_t hash = (uint64_t)(uintptr_t)components;
    *length = 0;
    for (; *parts != NULL; parts++) {
        size_t size = strlen(*parts), done = 0;
        uint64_t word;
        for (; done + sizeof word <= size; done += sizeof word) {
            memcpy(&word, *parts + done, sizeof word);
            hash = mixed(hash ^ word);
        }
        word = size;
        memcpy(&word, *parts + done, size - done);
        hash = mixed(hash ^ word ^ (uint64_t)size << 56);
        *length += size;
    }
    return hash;
}

static bool is_made_of(const char* label, const char* const* parts) {
    for (; *parts != NULL; parts++) {
        size_t size = strlen(*parts);
        if (memcmp(label, *parts, size) != 0) return false;
        label += size;
    }
    return true;
}

static struct tm_region* new_region(struct regions* regions, const char* const* parts, const char* components, uint64_t hash,
                                    size_t length) {
    struct tm_region* region = make_room(regions) ? malloc(sizeof *region + length + 1) : NULL;
    if (region == NULL) return NULL;
    struct tm_region** place = &regions->bucket[hash & (regions->buckets - 1)];
    *region = (struct tm_region){.next = *place, .components = components, .hash = hash, .length = length};
    char* end = region->label;
    for (; *parts != NULL; parts++) end = stpcpy(end, *parts);
    region->region = tm_create_region(region->label, components);
    *place = region;
    regions->count++;
    return region;
}

struct tm_region* tm_idle_region(const char* const* parts, const char* components) {
    struct regions* regions = this_thread();
    if (regions == NULL) return NULL;
    size_t length;
    uint64_t hash = hash_of(parts, components, &length);
    struct tm_region* region = regions->buckets == 0 ? NULL : regions->bucket[hash & (regions->buckets - 1)];
    for (; region != NULL; region = region->next) {
        bool is_same = region->hash == hash && region->length == length && region->components == components;
        if (is_same && !atomic_load_explicit(&region->is_running, memory_order_acquire) && is_made_of(region->label, parts)) return region;
    }
    return new_region(regions, parts, components, hash, length);
}
