#include "patch_site.h"

#include <stdlib.h>

bool tm_never_goes_on(const struct tm_step* step) {
    uint8_t kind = step->instruction.kind;
    return kind == TM_RETURN || kind == TM_JUMP || kind == TM_INDIRECT_JUMP || kind == TM_STOP;
}

bool tm_is_call(const struct tm_step* step) { return step->instruction.kind == TM_CALL || step->instruction.kind == TM_INDIRECT_CALL; }

static bool is_adjacent(const struct tm_patch_site* view, size_t step) {
    return step + 1 < view->code->count && tm_end_of(&view->code->steps[step]) == view->code->steps[step + 1].address;
}

struct tm_window tm_window_of(const struct tm_patch_site* view, size_t step) {
    return (struct tm_window){.first = step, .last = step, .free = view->code->steps[step].address + TM_JUMP_BYTES};
}

void tm_set_moved(const struct tm_patch_site* view, const struct tm_window* window) {
    for (size_t step = window->first; step <= window->last; step++) view->plan->is_moved[step] = true;
}

static uintptr_t end_of_padding_behind(const struct tm_patch_site* view, const struct tm_step* step) {
    for (size_t i = 0; i < view->code->part_count; i++) {
        const struct tm_part* part = &view->code->parts[i];
        if (step->address >= part->begin && step->address < part->end) return part->next;
    }
    return 0;
}

bool tm_is_taken(const struct tm_patch_site* view, uintptr_t from, uintptr_t to) {
    for (size_t i = 0; i < view->plan->count; i++) {
        const struct tm_window* window = &view->plan->windows[i];
        uintptr_t jump = view->code->steps[window->first].address;
        if (from < jump + (window->island == 0 ? TM_JUMP_BYTES : TM_SHORT_JUMP_BYTES) && jump < to) return true;
        if (window->island != 0 && from < window->island + TM_JUMP_BYTES && window->island < to) return true;
    }
    return false;
}

bool tm_is_padded(const struct tm_patch_site* view, const struct tm_step* step, uintptr_t at, size_t bytes) {
    uintptr_t end = end_of_padding_behind(view, step), next = tm_end_of(step);
    while (next < at + bytes) {
        struct tm_instruction one;
        if (next >= end || tm_is_target(view->targets, next) || !tm_decode((const uint8_t*)next, end - next, &one)) return false;
        if (one.kind != TM_PADDING && *(const uint8_t*)next != 0xcc) return false;
        next += one.length;
    }
    return !tm_is_taken(view, at, at + bytes);
}

bool tm_extend(const struct tm_patch_site* view, struct tm_window* window, size_t bytes) {
    const struct tm_step* steps = view->code->steps;
    for (;;) {
        const struct tm_step* last = &steps[window->last];
        size_t size = tm_end_of(last) - steps[window->first].address;
        if (size >= bytes) return true;
        if (tm_never_goes_on(last)) return tm_is_padded(view, last, tm_end_of(last), bytes - size);
        if (tm_is_call(last) || !is_adjacent(view, window->last) || view->plan->is_moved[window->last + 1]) return false;
        const struct tm_step* following = last + 1;
        if (tm_is_target(view->targets, following->address) || following->instruction.kind == TM_SHORT_ONLY) return false;
        window->last++;
    }
}

/* Backwards first: the following steps are less often all the function's own. */
bool tm_find_window(const struct tm_patch_site* view, size_t step, size_t bytes, struct tm_window* window) {
    const struct tm_step* steps = view->code->steps;
    size_t first = step;
    for (;;) {
        size_t size = tm_end_of(&steps[step]) - steps[first].address;
        bool has_room =
            size >= bytes || (tm_never_goes_on(&steps[step]) && tm_is_padded(view, &steps[step], tm_end_of(&steps[step]), bytes - size));
        bool may_go_on = !has_room && first > 0 && !view->plan->is_moved[first - 1] && !tm_is_target(view->targets, steps[first].address) &&
                         is_adjacent(view, first - 1);
        if (!may_go_on) break;
        const struct tm_step* before = &steps[first - 1];
        if (tm_is_call(before) || tm_never_goes_on(before) || before->instruction.kind == TM_SHORT_ONLY) break;
        first--;
    }
    *window = tm_window_of(view, first);
    window->last = step;
    if (!tm_extend(view, window, bytes)) return false;
    /* Padding is among the steps too, and may have been used like one. */
    uintptr_t begin = steps[first].address, end = tm_end_of(&steps[window->last]);
    return !tm_is_taken(view, begin, begin + bytes > end ? begin + bytes : end);
}

bool tm_add_window(struct tm_plan* plan, struct tm_window window) {
    if (plan->count == plan->room) {
        size_t room = plan->room == 0 ? 64 : 2 * plan->room;
        struct tm_window* larger = realloc(plan->windows, room * sizeof *larger);
        if (larger == NULL) return false;
        plan->windows = larger;
        plan->room = room;
    }
    plan->windows[plan->count++] = window;
    return true;
}
