/*
 * Plans which instructions of a function make room for a jump to us: at its entry and wherever it ends.
 *
 * A jump takes five bytes. The instructions there are moved elsewhere as a whole, and nothing may jump into the middle of them, so:
 *  - they are consecutive, and only the first may be a jump target;
 *  - a call is the last of them, because it returns after itself;
 *  - an instruction that never continues, a return or a jump, is followed only by padding: other code there may be where an exception
 *    continues.
 *
 * If there is no such room, as at `pop %rbx; ret` that others jump to, two bytes are enough for a jump to a nearby address that has it: an
 * island, in padding, or where instructions were moved away that were longer than their own jump.
 *
 * A one-byte return that others jump to has no room for a jump. It becomes unreachable instead: all code that leads to it is moved, and
 * returns from there.
 */
#ifndef TM_PLAN_H
#define TM_PLAN_H

#include "code.h"

#pragma GCC visibility push(hidden)

/* Steps that are moved together, replaced by one jump. */
struct tm_window {
    size_t first, last;
    uintptr_t island; /* address of the jump to us, if two bytes are in their place; 0 if it is in their place itself */
    uintptr_t free;   /* bytes from here to the end are not needed */
};

struct tm_plan {
    struct tm_window* windows; /* the first is that of the entry */
    size_t count, room;
    bool* is_moved; /* for each step; a return may have none without being in a window: it is no longer reached */
    size_t steps;
};

#define TM_JUMP_BYTES 5
#define TM_SHORT_JUMP_BYTES 2

/* Returns NULL, or why the function is to be left unchanged. The plan's memory is reused for the next function. */
extern const char* tm_make_plan(const struct tm_function_code* code, const struct tm_targets* targets, struct tm_plan* plan);

#pragma GCC visibility pop

#endif
