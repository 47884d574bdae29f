/*
 * Which blocks are allocated, how large they are, and by which region they were allocated: for the component memory_leaks. Nothing of it is
 * kept until somebody asks for an owner.
 */
#ifndef TM_MEMORY_BLOCKS_H
#define TM_MEMORY_BLOCKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "laps.h"

#pragma GCC visibility push(hidden)

/* Who allocates: a region, in the one around it. */
struct tm_owner {
    struct tm_owner* around; /* NULL: none */
    struct tm_owner* below;  /* where it is entered, what was entered on its thread before and not left; by that thread */
    bool is_entered;
    _Atomic(int64_t) bytes; /* of blocks that were allocated here, or further inside, and are not freed */
    _Atomic(int64_t) blocks;
};

extern atomic_bool tm_blocks_are_kept;

/* The block was allocated by the calling thread. Without memory it is not known. */
extern void tm_block_came(const void* block, int64_t size);

/* The block is to be freed. Whose it was, for tm_block_stays where it is not freed after all; NULL where it is not known. */
extern struct tm_owner* tm_block_goes(const void* block);
extern void tm_block_stays(const void* block, int64_t size, struct tm_owner* owner);

/* How large a block is that nobody can be asked about, until it is taken; 0 for others. */
extern void tm_keep_size(const void* block, int64_t size);
extern int64_t tm_take_size(const void* block);

/* Forgets all blocks, and whose they are; the sizes stay. */
extern void tm_forget_blocks(void);

/* For the component: a region inside the one that the calling thread is in; 0 without memory. It stays. */
extern int64_t timemory_memory_owner(void);

/* What the calling thread allocates is this region's until it is left, or another is entered. 0 where it was not, or without memory. */
extern int64_t timemory_memory_enter(int64_t owner);
extern int64_t timemory_memory_leave(int64_t owner);

/* Bytes, or blocks, that were allocated in the region or further inside and are not freed. */
extern int64_t timemory_memory_left_bytes(int64_t owner);
extern int64_t timemory_memory_left_blocks(int64_t owner);

#pragma GCC visibility pop

#endif
