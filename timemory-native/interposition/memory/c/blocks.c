/*
 * A hash table from the addresses of blocks to their allocators, in parts with a lock each, so that threads rarely wait. A part uses linear
 * probing and is at most half full. When a block is removed, the following ones move up (Knuth's deletion), so that there are no
 * tombstones.
 *
 * A block is removed before it is freed, and added after it was allocated: in between another thread may have the address. One that was
 * never removed, because it was freed by a call that is not intercepted, is removed when its address is allocated again.
 *
 * The open regions of a thread form a list linked by `below`, the innermost first, from which any may be removed: they need not end in
 * reverse order.
 */
#define _GNU_SOURCE
#include "blocks.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cells.h"
#include "got.h"

enum { PARTS = 256, MIN_ROOM = 512, OWNERS = 4096 };

struct place {
    uintptr_t block; /* 0: none */
    struct tm_owner* owner;
    int64_t size;
};

static struct part {
    _Alignas(64) atomic_bool is_locked;
    struct place* places;
    size_t room; /* a power of two, or 0 */
    size_t count;
} parts[PARTS];

static struct part sizes; /* without owners */

atomic_bool tm_blocks_are_kept;

static uint64_t hash_of(const void* block) {
    uint64_t bits = (uint64_t)(uintptr_t)block >> 4;
    bits *= UINT64_C(0x9e3779b97f4a7c15);
    return bits ^ bits >> 32;
}

static struct part* part_of(uint64_t hash) { return &parts[hash % PARTS]; }

/* The process that may hold a lock: a forked child inherits the locks of threads that it does not have. */
static pid_t process;

__attribute__((constructor)) static void note_process(void) { process = getpid(); }

/* Returns false in such a child, which measures nothing, but may get here before it knows. */
static bool lock(struct part* part) {
    for (int tries = 0; atomic_exchange_explicit(&part->is_locked, true, memory_order_acquire); tries++) {
        if (tries >= 100 && getpid() != process) return false;
        sched_yield();
    }
    return true;
}

static void unlock(struct part* part) { atomic_store_explicit(&part->is_locked, false, memory_order_release); }

static void* mapped(size_t bytes) {
    int error = errno; /* that of the counted function */
    void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    errno = error;
    return memory == MAP_FAILED ? NULL : memory;
}

static size_t first_place(const struct part* part, uintptr_t block) {
    return (size_t)(hash_of((const void*)block) / PARTS) & (part->room - 1);
}

/* Returns the index of the block, or the free one where it belongs. */
static size_t place_of(const struct part* part, uintptr_t block) {
    size_t i = first_place(part, block);
    while (part->places[i].block != 0 && part->places[i].block != block) i = (i + 1) & (part->room - 1);
    return i;
}

static bool grow(struct part* part) {
    struct part larger = {.room = part->room == 0 ? MIN_ROOM : 2 * part->room};
    larger.places = mapped(larger.room * sizeof *larger.places);
    if (larger.places == NULL) return false;
    for (size_t i = 0; i < part->room; i++) {
        if (part->places[i].block != 0) larger.places[place_of(&larger, part->places[i].block)] = part->places[i];
    }
    if (part->places != NULL) munmap(part->places, part->room * sizeof *part->places);
    part->places = larger.places;
    part->room = larger.room;
    return true;
}

static void change(struct tm_owner* owner, int64_t bytes, int64_t blocks) {
    for (; owner != NULL; owner = owner->around) {
        atomic_fetch_add_explicit(&owner->bytes, bytes, memory_order_relaxed);
        atomic_fetch_add_explicit(&owner->blocks, blocks, memory_order_relaxed);
    }
}

void tm_block_came(const void* block, int64_t size) {
    const struct tm_memory_cell* cell = tm_memory_cell;
    if (cell != NULL && cell->owner != NULL) tm_block_stays(block, size, cell->owner);
}

void tm_block_stays(const void* block, int64_t size, struct tm_owner* owner) {
    struct part* part = part_of(hash_of(block));
    if (!lock(part)) return;
    if (2 * part->count < part->room || grow(part)) {
        struct place* place = &part->places[place_of(part, (uintptr_t)block)];
        if (place->block == 0) part->count++;
        else change(place->owner, -place->size, -1);
        *place = (struct place){(uintptr_t)block, owner, size};
        change(owner, size, 1);
    }
    unlock(part);
}

/* Closes the gap at an index: the entries after it, up to the next free one, may have to move. */
static void take_out(struct part* part, size_t gap) {
    size_t mask = part->room - 1;
    for (size_t i = (gap + 1) & mask; part->places[i].block != 0; i = (i + 1) & mask) {
        size_t wanted = first_place(part, part->places[i].block);
        if (((i - wanted) & mask) < ((i - gap) & mask)) continue;
        part->places[gap] = part->places[i];
        gap = i;
    }
    part->places[gap].block = 0;
    part->count--;
}

struct tm_owner* tm_block_goes(const void* block) {
    struct part* part = part_of(hash_of(block));
    struct tm_owner* owner = NULL;
    if (!lock(part)) return NULL;
    size_t i = part->room == 0 ? 0 : place_of(part, (uintptr_t)block);
    if (part->room != 0 && part->places[i].block != 0) {
        owner = part->places[i].owner;
        change(owner, -part->places[i].size, -1);
        take_out(part, i);
    }
    unlock(part);
    return owner;
}

void tm_keep_size(const void* block, int64_t size) {
    if (!lock(&sizes)) return;
    if (2 * sizes.count < sizes.room || grow(&sizes)) {
        struct place* place = &sizes.places[place_of(&sizes, (uintptr_t)block)];
        if (place->block == 0) sizes.count++;
        *place = (struct place){.block = (uintptr_t)block, .size = size};
    }
    unlock(&sizes);
}

int64_t tm_take_size(const void* block) {
    int64_t size = 0;
    if (!lock(&sizes)) return 0;
    size_t i = sizes.room == 0 ? 0 : place_of(&sizes, (uintptr_t)block);
    if (sizes.room != 0 && sizes.places[i].block != 0) {
        size = sizes.places[i].size;
        take_out(&sizes, i);
    }
    unlock(&sizes);
    return size;
}

void tm_forget_blocks(void) {
    atomic_store(&tm_blocks_are_kept, false);
    for (struct part* part = parts; part < parts + PARTS; part++) {
        if (!lock(part)) continue;
        if (part->places != NULL) munmap(part->places, part->room * sizeof *part->places);
        part->places = NULL;
        part->room = part->count = 0;
        unlock(part);
    }
}

int64_t timemory_memory_owner(void) {
    static pthread_mutex_t of_owners = PTHREAD_MUTEX_INITIALIZER;
    static struct tm_owner* owners;
    static size_t used = OWNERS;
    atomic_store(&tm_blocks_are_kept, true);
    tm_got_thread.guard++;
    pthread_mutex_lock(&of_owners);
    if (used == OWNERS) {
        struct tm_owner* more = mapped(OWNERS * sizeof *more);
        if (more != NULL) owners = more, used = 0;
    }
    struct tm_owner* owner = used < OWNERS ? &owners[used++] : NULL;
    pthread_mutex_unlock(&of_owners);
    tm_got_thread.guard--;
    const struct tm_memory_cell* cell = tm_memory_cell;
    if (owner != NULL) owner->around = cell == NULL ? NULL : cell->owner;
    return (int64_t)(intptr_t)owner;
}

int64_t timemory_memory_enter(int64_t owner) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    struct tm_owner* entered = (struct tm_owner*)owner;
    if (cell == NULL || entered == NULL) return 0;
    if (entered->is_entered) timemory_memory_leave(owner);
    entered->is_entered = true;
    entered->below = cell->owner;
    cell->owner = entered;
    return 1;
}

int64_t timemory_memory_leave(int64_t owner) {
    struct tm_memory_cell* cell = tm_memory_cell;
    struct tm_owner* left = (struct tm_owner*)owner;
    if (cell == NULL || left == NULL) return 0;
    struct tm_owner** at = &cell->owner;
    while (*at != NULL && *at != left) at = &(*at)->below;
    if (*at == NULL) return 0;
    *at = left->below;
    left->is_entered = false;
    return 1;
}

int64_t timemory_memory_left_bytes(int64_t owner) { return atomic_load(&((struct tm_owner*)owner)->bytes); }

int64_t timemory_memory_left_blocks(int64_t owner) { return atomic_load(&((struct tm_owner*)owner)->blocks); }
