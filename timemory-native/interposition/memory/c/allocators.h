/* Common code of the functions that are called in place of those that allocate and free memory. */
#ifndef TM_MEMORY_ALLOCATORS_H
#define TM_MEMORY_ALLOCATORS_H

#include "blocks.h"
#include "cells.h"
#include "got.h"

#pragma GCC visibility push(hidden)

struct tm_allocator {
    const char* function;
    void* replacement;
    void** original;
    struct tm_hook* hook;
};

/* Allocators of the CUDA runtime. */
enum { TM_CUDA_ALLOCATORS = 13 };
extern struct tm_allocator tm_cuda_allocators[TM_CUDA_ALLOCATORS];

#pragma GCC visibility pop

static inline bool tm_blocks_kept(void) { return __builtin_expect(atomic_load_explicit(&tm_blocks_are_kept, memory_order_relaxed), 0); }

/* A block of that size was allocated, for which `requested` bytes were requested. */
static inline void tm_allocated(enum tm_allocation by, const void* block, size_t requested, int64_t size) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell == NULL) return;
    struct tm_memory_calls* calls = &cell->counted.of[by];
    calls->calls++;
    calls->requested += (int64_t)requested;
    calls->allocated += size;
    tm_memory_change(cell, size);
    if (tm_blocks_kept()) tm_block_came(block, size);
}

/* A block of that size was freed. */
static inline void tm_went(enum tm_allocation by, int64_t size) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell == NULL) return;
    struct tm_memory_calls* calls = &cell->counted.of[by];
    calls->calls++;
    calls->freed += size;
    tm_memory_change(cell, -size);
}

/* A block of that size is about to be freed. */
static inline void tm_freed(enum tm_allocation by, const void* block, int64_t size) {
    tm_went(by, size);
    if (tm_blocks_kept()) tm_block_goes(block);
}

#endif
