/*
 * Allocated blocks with their sizes and the regions that allocated them, for the component memory_leaks. Nothing is recorded until an owner
 * is requested.
 */
#ifndef TM_MEMORY_BLOCKS_H
#define TM_MEMORY_BLOCKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "laps.h"

#pragma GCC visibility push(hidden)

/* The region that allocates a block, and its parent. */
struct tm_owner {
    struct tm_owner* around; /* NULL: none */
    struct tm_owner* below;  /* if it is entered, the owner that its thread had entered before and not left; used by that thread */
    bool is_entered;
    _Atomic(int64_t) bytes; /* for blocks that were allocated here, or in a region inside, and are not freed */
    _Atomic(int64_t) blocks;
};

extern atomic_bool tm_blocks_are_kept;

/* Records a block allocated by the calling thread, unless there is no memory for that. */
extern void tm_block_came(const void* block, int64_t size);

/* Called before a block is freed. Returns its owner, for tm_block_stays if it is not freed after all, or NULL if unknown. */
extern struct tm_owner* tm_block_goes(const void* block);
extern void tm_block_stays(const void* block, int64_t size, struct tm_owner* owner);

/* Remembers the size of blocks for which malloc_usable_size is unavailable; 0 for others. */
extern void tm_keep_size(const void* block, int64_t size);
extern int64_t tm_take_size(const void* block);

/* Forgets all blocks and their owners; the sizes are kept. */
extern void tm_forget_blocks(void);

/* For the component: creates an owner inside the current one of the calling thread; 0 without memory. It is never freed. */
extern int64_t timemory_memory_owner(void);

/*
 * Attributes the calling thread's allocations to this region until it is left, or another one is entered. Returns 0 if it was not entered,
 * or without memory.
 */
extern int64_t timemory_memory_enter(int64_t owner);
extern int64_t timemory_memory_leave(int64_t owner);

/* Bytes, or blocks, that were allocated in the region or inside it and are not freed. */
extern int64_t timemory_memory_left_bytes(int64_t owner);
extern int64_t timemory_memory_left_blocks(int64_t owner);

#pragma GCC visibility pop

#endif
