/* Windows within a function: how far they may extend. */
#ifndef TM_PATCH_SITE_H
#define TM_PATCH_SITE_H

#include "plan.h"

#pragma GCC visibility push(hidden)

struct tm_patch_site {
    const struct tm_function_code* code;
    const struct tm_targets* targets;
    struct tm_plan* plan;
};

extern struct tm_window tm_window_of(const struct tm_patch_site* view, size_t step);

/* Adds the following steps to the window until it has this many bytes, including the padding after its end. */
extern bool tm_extend(const struct tm_patch_site* view, struct tm_window* window, size_t bytes);

/* A window around a step that has this many bytes. */
extern bool tm_find_window(const struct tm_patch_site* view, size_t step, size_t bytes, struct tm_window* window);

extern void tm_set_moved(const struct tm_patch_site* view, const struct tm_window* window);

/*
 * Whether at least this many bytes from `at`, after a step, are int3 and no-ops, as between functions, and not needed by a jump of ours.
 */
extern bool tm_is_padded(const struct tm_patch_site* view, const struct tm_step* step, uintptr_t at, size_t bytes);

/* Whether a jump of ours is to be written to any of these bytes. */
extern bool tm_is_taken(const struct tm_patch_site* view, uintptr_t from, uintptr_t to);

/* Returns false without memory. */
extern bool tm_add_window(struct tm_plan* plan, struct tm_window window);

extern bool tm_never_goes_on(const struct tm_step* step);
extern bool tm_is_call(const struct tm_step* step);

#pragma GCC visibility pop

#endif
