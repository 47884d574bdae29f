#define _GNU_SOURCE
#include "pool.h"

#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* The maximum distance between any address of the object and any of the pool. */
#define REACH ((uintptr_t)0x7ff00000)
#define STEP ((uintptr_t)1 << 20)

static bool is_near(const struct tmfn_object* object, uintptr_t from, size_t bytes) {
    uintptr_t low = from < object->begin ? from : object->begin;
    uintptr_t high = from + bytes > object->end ? from + bytes : object->end;
    return high - low <= REACH;
}

static bool try_at(struct tm_pool* pool, const struct tmfn_object* object, uintptr_t from, size_t bytes) {
    if (from < STEP || !is_near(object, from, bytes)) return false;
    void* got = mmap((void*)from, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED) return false;
    /* Older kernels treat the address as a hint. */
    if (!is_near(object, (uintptr_t)got, bytes)) {
        munmap(got, bytes);
        return false;
    }
    *pool = (struct tm_pool){got, got, (uint8_t*)got + bytes};
    return true;
}

bool tm_new_pool(struct tm_pool* pool, const struct tmfn_object* object, size_t bytes) {
    bytes = (bytes + STEP - 1) & ~(STEP - 1);
    uintptr_t below = (object->begin & ~(STEP - 1)) - bytes, above = (object->end + 2 * STEP - 1) & ~(STEP - 1);
    /* Not right after a program, where its heap grows. */
    uintptr_t gap = 0x10000000;
    for (uintptr_t away = 0; away < REACH; away += STEP) {
        if (below > away && try_at(pool, object, below - away, bytes)) return true;
        if (away >= gap && try_at(pool, object, above + away, bytes)) return true;
    }
    return false;
}

bool tm_seal_pool(const struct tm_pool* pool) {
    return mprotect(pool->begin, (size_t)(pool->end - pool->begin), PROT_READ | PROT_EXEC) == 0;
}
