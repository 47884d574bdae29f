/*
 * Which instructions of a function make room for a jump to us: at its entry and wherever it ends.
 *
 * A jump takes five bytes. The instructions there are moved elsewhere as a whole, and nothing may jump into the middle of them, so:
 *  - they are behind each other, and only the first may be jumped to;
 *  - a call is the last of them: it returns behind itself;
 *  - behind what never goes on, a return or a jump, comes nothing but padding: what else stands there may be where an exception goes on.
 *
 * Where there is no such room, as at `pop %rbx; ret` that others jump to, two bytes are enough for a jump to a place not far away that has
 * it: an island, in padding, or where instructions were moved away that took more than their own jump does.
 *
 * A return of one byte that others jump to has room for nothing. It becomes unreachable instead: all that leads to it is moved, and returns
 * from there.
 */
#ifndef TM_PLAN_H
#define TM_PLAN_H

#include "code.h"

#pragma GCC visibility push(hidden)

/* Steps that are moved together, one jump in their place. */
struct tm_window {
    size_t first, last;
    uintptr_t island; /* where the jump to us is, for one of two bytes in their place; 0 where it is in their place itself */
    uintptr_t free;   /* bytes from here to the end are not needed */
};

struct tm_plan {
    struct tm_window* windows; /* the first is the entry's */
    size_t count, room;
    bool* is_moved; /* of each step; a return may be without being in a window: it is not reached any more */
    size_t steps;
};

#define TM_JUMP_BYTES 5
#define TM_SHORT_JUMP_BYTES 2

/* NULL, or why the function is to be left as it is. The plan's memory is used again for the next. */
extern const char* tm_make_plan(const struct tm_function_code* code, const struct tm_targets* targets, struct tm_plan* plan);

#pragma GCC visibility pop

#endif
