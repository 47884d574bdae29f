/*
 * Islands: five unused bytes within reach of a 2-byte jump. First those that are free anyway, then those that become free when more
 * instructions are moved than necessary.
 */
#include "islands.h"

static bool is_in_reach(const struct tm_patch_site* view, const struct tm_window* from, uintptr_t island) {
    intptr_t distance = (intptr_t)(island - (view->code->steps[from->first].address + TM_SHORT_JUMP_BYTES));
    return distance == (int8_t)distance;
}

static uintptr_t end_of(const struct tm_patch_site* view, const struct tm_window* window) {
    return tm_end_of(&view->code->steps[window->last]);
}

/* Where a window, which may not have room for a jump itself, has five bytes free. */
static bool take_from(const struct tm_patch_site* view, struct tm_window* of, struct tm_window* wanting) {
    if (of->island != 0 || of->free + TM_JUMP_BYTES > end_of(view, of) || !is_in_reach(view, wanting, of->free)) return false;
    wanting->island = of->free;
    of->free += TM_JUMP_BYTES;
    return true;
}

/* Padding after an instruction that never continues. */
static bool take_padding(const struct tm_patch_site* view, struct tm_window* wanting) {
    for (size_t i = 0; i < view->code->count; i++) {
        const struct tm_step* step = &view->code->steps[i];
        uintptr_t at = tm_end_of(step);
        if (i == wanting->last) at = view->code->steps[wanting->first].address + TM_SHORT_JUMP_BYTES > at ? at + 1 : at;
        if (!tm_never_goes_on(step) || !is_in_reach(view, wanting, at) || !tm_is_padded(view, step, at, TM_JUMP_BYTES)) continue;
        wanting->island = at;
        return true;
    }
    return false;
}

/* Extends a window by the following steps. */
static bool grow(const struct tm_patch_site* view, struct tm_window* window, struct tm_window* wanting) {
    if (window->island != 0 || !is_in_reach(view, wanting, window->free)) return false;
    struct tm_window larger = *window;
    size_t bytes = window->free + TM_JUMP_BYTES - view->code->steps[window->first].address;
    if (!tm_extend(view, &larger, bytes) || larger.free + TM_JUMP_BYTES > end_of(view, &larger)) return false;
    *window = larger;
    tm_set_moved(view, window);
    return take_from(view, window, wanting);
}

/* Moves instructions for no other purpose. */
static bool make(const struct tm_patch_site* view, struct tm_window* wanting) {
    for (size_t i = view->code->entry; i < view->code->count; i++) {
        if (view->plan->is_moved[i] || view->code->steps[i].instruction.kind == TM_SHORT_ONLY) continue;
        if (i >= wanting->first && i <= wanting->last) continue;
        struct tm_window host = tm_window_of(view, i);
        if (!is_in_reach(view, wanting, host.free)) continue;
        if (!tm_extend(view, &host, 2 * TM_JUMP_BYTES) || end_of(view, &host) < host.free + TM_JUMP_BYTES) continue;
        /* Padding may be a step as well, and used like one. */
        if (tm_is_taken(view, view->code->steps[i].address, end_of(view, &host))) continue;
        tm_set_moved(view, &host);
        return take_from(view, &host, wanting) && tm_add_window(view->plan, host);
    }
    return false;
}

bool tm_find_island(const struct tm_patch_site* view, struct tm_window* window) {
    tm_set_moved(view, window);
    for (size_t i = 0; i < view->plan->count; i++) {
        if (take_from(view, &view->plan->windows[i], window)) return true;
    }
    if (take_padding(view, window)) return true;
    for (size_t i = 0; i < view->plan->count; i++) {
        if (grow(view, &view->plan->windows[i], window)) return true;
    }
    return make(view, window);
}
