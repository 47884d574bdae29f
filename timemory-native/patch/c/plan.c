#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "islands.h"
#include "view.h"

#define NO_MEMORY "has no memory to be changed"
#define NO_ENTRY "has an entry without room for a jump"

/* The first jump of an end that was not moved yet, from `step` on; the number of steps where there is none. */
static const char* find_end(const struct tm_view* view, size_t* step) {
    for (; *step < view->code->count; ++*step) {
        enum tm_way_out way;
        if (!tm_way_out_of(view->code, *step, &way)) return "jumps to places that only its registers tell";
        if (way == TM_STAYS || view->plan->is_moved[*step]) continue;
        if (view->code->steps[*step].instruction.kind == TM_SHORT_ONLY) return "ends by a jump that is short";
        return NULL;
    }
    return NULL;
}

static const char* place(const struct tm_view* view, struct tm_window window) {
    tm_set_moved(view, &window);
    return tm_add_window(view->plan, window) ? NULL : NO_MEMORY;
}

/* Where what stands before an end was moved: moves the end with it. */
static bool join(const struct tm_view* view, size_t step) {
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

static const char* plan_ends(const struct tm_view* view, bool with_islands) {
    for (size_t step = 0;; step++) {
        const char* problem = find_end(view, &step);
        if (problem != NULL || step == view->code->count) return problem;
        struct tm_window window;
        bool is_found = tm_find_window(view, step, TM_JUMP_BYTES, &window);
        if (!is_found && (!with_islands || join(view, step))) continue;
        if (!is_found && !(tm_find_window(view, step, TM_SHORT_JUMP_BYTES, &window) && tm_find_island(view, &window))) {
            return "has an end without room for a jump";
        }
        problem = place(view, window);
        if (problem != NULL) return problem;
    }
}

/* The first of all. Its island, should it need one, is found later: whatever is moved anyway may have room for it. */
static const char* plan_entry(const struct tm_view* view, bool* needs_island) {
    size_t entry = view->code->entry;
    struct tm_window window = tm_window_of(view, entry);
    if (view->code->steps[entry].instruction.kind == TM_SHORT_ONLY) return "begins with a jump that is short";
    *needs_island = !tm_extend(view, &window, TM_JUMP_BYTES);
    if (*needs_island) {
        window = tm_window_of(view, entry);
        if (!tm_extend(view, &window, TM_SHORT_JUMP_BYTES)) return NO_ENTRY;
    }
    return place(view, window);
}

static const char* plan_island_of_entry(const struct tm_view* view) {
    struct tm_window window = view->plan->windows[0];
    if (!tm_find_island(view, &window)) return NO_ENTRY;
    view->plan->windows[0] = window;
    return NULL;
}

const char* tm_make_plan(const struct tm_function_code* code, const struct tm_targets* targets, struct tm_plan* plan) {
    struct tm_view view = {code, targets, plan};
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
