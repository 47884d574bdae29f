/* The code that replaces the instructions moved to make room for jumps: the same instructions, with calls of our hooks in between. */
#ifndef TM_RELOCATE_H
#define TM_RELOCATE_H

#include "code.h"
#include "trampolines.h"
#include "plan.h"
#include "pool.h"

#pragma GCC visibility push(hidden)

/* A jump to be written over a function. */
struct tm_patch {
    uintptr_t address;
    uintptr_t target;
    bool is_short;  /* of two bytes */
    bool is_island; /* only a short one leads here */
    uint32_t function;
};

/* At the start of each pool: the entries of the hooks, which may be further away than a jump reaches. */
extern bool tm_begin_moving(struct tm_pool* pool, const struct tm_trampolines* entrances);

/*
 * Writes the replacement of a function's windows to the pool; `patches` has room for two per window, and `count` of them are created.
 * Returns NULL, or why it cannot be done: then the pool is unchanged. `function` is passed to the hooks.
 */
extern const char* tm_relocate(const struct tm_function_code* code, const struct tm_plan* plan, const void* function, struct tm_pool* pool,
                               struct tm_patch* patches, size_t* count);

/* The maximum number of bytes that a plan can take there. */
extern size_t tm_most_bytes(const struct tm_plan* plan);

#pragma GCC visibility pop

#endif
