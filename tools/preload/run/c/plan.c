#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "islands.h"
#include "patch_site.h"

#define NO_MEMORY "could not be patched: out of memory"
#define NO_END "has no room for a jump at an exit"
#define NO_ENTRY "has no room for a jump at its entry"

/* The first jump to an end that was not moved yet, from `step` on; the number of steps if there is none. */
static const char* find_end(const struct tm_patch_site* view, size_t* step) {
    for (; *step < view->code->count; ++*step) {
        enum tm_way_out way;
        if (!tm_way_out_of(view->code, *step, &way)) return "jumps to addresses in registers";
        if (way == TM_STAYS || view->plan->is_moved[*step]) continue;
        if (view->code->steps[*step].instruction.kind == TM_SHORT_ONLY) return "ends with a short jump";
        return NULL;
    }
    return NULL;
}

static const char* place(const struct tm_patch_site* view, struct tm_window window) {
    tm_set_moved(view, &window);
    return tm_add_window(view->plan, window) ? NULL : NO_MEMORY;
}

/* If the code before an end was moved, moves the end with it. */
static bool join(const struct tm_patch_site* view, size_t step) {
    for (size_t i = 0; i < view->plan->count; i++) {
        struct tm_window larger = view->plan->windows[i];
        if (larger.last + 1 != step) continue;
        size_t bytes = tm_end_of(&view->code->steps[step]) - view->code->steps[larger.first].address;
        if (!tm_extend(view, &larger, bytes) || larger.last != step) return false;
        tm_set_moved(view, &larger);
        view->plan->windows[i] = larger;
        return true;
    }
    return false;
}

/* Moves a step, using an island if necessary. */
static bool move_step(const struct tm_patch_site* view, size_t step) {
    struct tm_window window;
    if (view->plan->is_moved[step]) return true;
    bool is_found = tm_find_window(view, step, TM_JUMP_BYTES, &window) ||
                    (tm_find_window(view, step, TM_SHORT_JUMP_BYTES, &window) && tm_find_island(view, &window));
    return is_found && place(view, window) == NULL;
}

/* Whether control continues to a step from the previous one: padding without a jump to it is not executed. */
static bool is_fallen_into(const struct tm_patch_site* view, size_t index) {
    const struct tm_step* steps = view->code->steps;
    for (; index > 0 && tm_end_of(&steps[index - 1]) == steps[index].address; index--) {
        const struct tm_step* before = &steps[index - 1];
        if (tm_never_goes_on(before)) return false;
        if (before->instruction.kind != TM_PADDING || tm_is_target(view->targets, before->address)) return true;
    }
    return false;
}

/* Makes a return unreachable. Moving code for that in vain does no harm: the function is then left unchanged. */
static bool bypass(const struct tm_patch_site* view, size_t index) {
    const struct tm_step* steps = view->code->steps;
    uintptr_t address = steps[index].address;
    uint8_t mark = tm_mark_of(view->targets, address);
    if (steps[index].instruction.kind != TM_RETURN || (mark & TM_TABLE) != 0) return false;
    size_t own = 0;
    for (size_t i = 0; i < view->code->count; i++) {
        if (!tm_is_jump(&steps[i]) || tm_target_of(&steps[i]) != address) continue;
        if (steps[i].instruction.kind == TM_SHORT_ONLY || !move_step(view, i)) return false;
        own += steps[i].instruction.length >= TM_LONG_JUMP;
    }
    /* Others may jump here too. */
    if ((mark & TM_LONG_JUMPS) != own) return false;
    if (is_fallen_into(view, index) && (tm_is_call(&steps[index - 1]) || !move_step(view, index - 1))) return false;
    view->plan->is_moved[index] = true;
    return true;
}

static const char* plan_ends(const struct tm_patch_site* view, bool with_islands) {
    for (size_t step = 0;; step++) {
        const char* problem = find_end(view, &step);
        if (problem != NULL || step == view->code->count) return problem;
        struct tm_window window;
        if (tm_find_window(view, step, TM_JUMP_BYTES, &window)) problem = place(view, window);
        else if (with_islands && !join(view, step) && !move_step(view, step) && !bypass(view, step)) problem = NO_END;
        if (problem != NULL) return problem;
    }
}

/* The first of all. Its island, if needed, is found later: code that is moved anyway may have room for it. */
static const char* plan_entry(const struct tm_patch_site* view, bool* needs_island) {
    size_t entry = view->code->entry;
    struct tm_window window = tm_window_of(view, entry);
    if (view->code->steps[entry].instruction.kind == TM_SHORT_ONLY) return "starts with a short jump";
    *needs_island = !tm_extend(view, &window, TM_JUMP_BYTES);
    if (*needs_island) {
        window = tm_window_of(view, entry);
        if (!tm_extend(view, &window, TM_SHORT_JUMP_BYTES)) return NO_ENTRY;
    }
    return place(view, window);
}

static const char* plan_island_of_entry(const struct tm_patch_site* view) {
    struct tm_window window = view->plan->windows[0];
    if (!tm_find_island(view, &window)) return NO_ENTRY;
    view->plan->windows[0] = window;
    return NULL;
}

const char* tm_make_plan(const struct tm_function_code* code, const struct tm_targets* targets, struct tm_plan* plan) {
    struct tm_patch_site view = {code, targets, plan};
    plan->count = 0;
    if (plan->steps < code->count) {
        free(plan->is_moved);
        plan->is_moved = malloc(code->count * sizeof *plan->is_moved);
        plan->steps = plan->is_moved == NULL ? 0 : code->count;
    }
    if (plan->is_moved == NULL) return NO_MEMORY;
    memset(plan->is_moved, 0, code->count * sizeof *plan->is_moved);
    bool needs_island;
    const char* problem = plan_entry(&view, &needs_island);
    if (problem == NULL) problem = plan_ends(&view, false);
    if (problem == NULL && needs_island) problem = plan_island_of_entry(&view);
    return problem == NULL ? plan_ends(&view, true) : problem;
}
