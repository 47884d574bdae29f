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
    _Atomic(int64_t) bytes;  /* of blocks that were allocated here, or further inside, and are not freed */
    _Atomic(int64_t) blocks;
};

extern atomic_bool tm_blocks_are_kept;

/* The block was allocated by the calling thread. Without memory it is not known. */
extern void tm_block_came(const void* block, int64_t size);

/* The block is to be freed; also where it is not known. */
extern void tm_block_goes(const void* block);

/* How large a block is that nobody can be asked about, until it is taken; 0 for others. */
extern void tm_keep_size(const void* block, int64_t size);
extern int64_t tm_take_size(const void* block);

/* Forgets all blocks, and whose they are; the sizes stay. */
extern void tm_forget_blocks(void);

/* For the component: a region inside `around`, 0 for none; 0 without memory. It stays. */
extern int64_t timemory_memory_owner(int64_t around);

/* What the calling thread allocates is this region's from now on, of nobody for 0; whose it was before. */
extern int64_t timemory_memory_own(int64_t owner);

/* Bytes, or blocks, that were allocated in the region or further inside and are not freed. */
extern int64_t timemory_memory_left_bytes(int64_t owner);
extern int64_t timemory_memory_left_blocks(int64_t owner);

#pragma GCC visibility pop

#endif
