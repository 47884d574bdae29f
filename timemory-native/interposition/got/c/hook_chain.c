#include <stddef.h>

#include "hook_chain.h"

struct tm_hook_link tm_hook_links[TM_HOOK_LINKS] __attribute__((aligned(64)));

_Static_assert(sizeof(struct tm_hook_link) == 64, "stubs.c counts in links of 64 bytes");
_Static_assert(offsetof(struct tm_hook_link, code) == 8 && offsetof(struct tm_hook_link, replacement) == 16 &&
                   offsetof(struct tm_hook_link, cell) == 24 && offsetof(struct tm_hook_link, stack_bytes) == 32 &&
                   offsetof(struct tm_hook_link, no_vectors) == 36,
               "stubs.c has these offsets");
_Static_assert(offsetof(struct tmgot_frame, vector) == 16 && offsetof(struct tmgot_frame, integer) == 144 &&
                   offsetof(struct tmgot_frame, stack) == 200 && offsetof(struct tmgot_frame, result) == 208 &&
                   sizeof(struct tmgot_frame) == 256,
               "stubs.c has these offsets");
_Static_assert(sizeof(struct tm_cell) == sizeof(struct tm_counted) && (int)TM_CELLS == (int)TM_HOOK_LINKS, "both name the same memory");
_Static_assert(offsetof(struct tm_got_thread, cells) == 8 && sizeof(struct tm_cell) == 16, "stubs.c has these offsets");

static size_t used;
static uint64_t led_to[TM_HOOK_LINKS]; /* the last pass in which a slot was redirected to the link */

/* Needs no lock: the last thread that changed the hook or added a link sees the changes of the others, and repeats the loop. */
void tm_lead_stubs(struct tm_hook* hook) {
    int is_on;
    do {
        is_on = atomic_load(&hook->is_on);
        void* code = tm_code_of(hook, is_on);
        for (struct tm_hook_link* link = atomic_load(&hook->links); link != NULL; link = link->other) {
            __atomic_store_n(&link->code, code, __ATOMIC_SEQ_CST);
        }
    } while (atomic_load(&hook->is_on) != is_on);
}

/* Returns the function at the end of a chain. */
static void* function_after(void* next) {
    const struct tm_hook_link* link = tm_hook_link_at(next);
    return link == NULL ? next : link->function;
}

static bool is_unused(const struct tm_hook_link* link) { return led_to[link - tm_hook_links] + 1 < tm_passes; }

/*
 * Reuses a link that no slot leads to, with another successor. The program or another tool may have kept the address of its stub, and a
 * thread may be running in it: each reaches the same function as before, through the current hooks. Links that lead to it are unused as
 * well, and now lead to the function directly, so no call passes a hook twice.
 */
static void lead_elsewhere(struct tm_hook_link* unused, void* next) {
    const void* stub = tm_stub(unused);
    for (size_t i = 0; i < used; i++) {
        if (tm_hook_links[i].next == stub) __atomic_store_n(&tm_hook_links[i].next, unused->function, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&unused->next, next, __ATOMIC_RELEASE);
}

static struct tm_hook_link* new_link(struct tm_hook* hook, void* next) {
    if (used == TM_HOOK_LINKS) return NULL;
    struct tm_hook_link* link = &tm_hook_links[used++];
    *link = (struct tm_hook_link){
        .next = next,
        .code = tm_code_of(hook, false),
        .replacement = hook->of.replacement,
        .cell = hook->cell * sizeof(struct tm_cell),
        .stack_bytes = (hook->of.stack_bytes + 15) & ~15u,
        .no_vectors = hook->of.has_no_vectors,
        .hook = hook,
        .other = atomic_load(&hook->links),
        .function = function_after(next),
    };
    atomic_store(&hook->links, link);
    tm_lead_stubs(hook);
    return link;
}

static struct tm_hook_link* link_to(struct tm_hook* hook, void* next) {
    struct tm_hook_link* found = NULL;
    void* function = function_after(next);
    for (struct tm_hook_link* link = atomic_load(&hook->links); link != NULL; link = link->other) {
        if (link->next == next) {
            found = link;
            break;
        }
        if (link->function == function && is_unused(link)) found = link;
    }
    if (found == NULL) found = new_link(hook, next);
    else if (found->next != next) lead_elsewhere(found, next);
    if (found != NULL) led_to[found - tm_hook_links] = tm_passes;
    return found;
}

/*
 * A replacement has one original. Callers of the same function may have different hooks before it, because some hooks are for certain
 * callers only: all continue like the first one.
 */
void* tm_hook_link_to(struct tm_hook* hook, void* next) {
    bool is_replaced = hook->of.replacement != NULL;
    bool has_original = is_replaced && hook->has_original;
    if (has_original && *hook->of.original != next && function_after(*hook->of.original) != function_after(next)) {
        hook->slots.other++;
        return NULL;
    }
    struct tm_hook_link* link = link_to(hook, next);
    if (link == NULL) {
        hook->slots.missing++;
        return NULL;
    }
    if (is_replaced && !has_original) {
        hook->has_original = true;
        __atomic_store_n(hook->of.original, next, __ATOMIC_RELEASE);
    }
    return tm_stub(link);
}

void* tm_hook_chain(struct tm_hook* const* hooks, size_t count, void* function) {
    void* target = function;
    for (size_t i = 0; i < count; i++) {
        void* outer = tm_hook_link_to(hooks[i], target);
        if (outer != NULL) target = outer;
    }
    return target;
}
