#include <stddef.h>

#include "links.h"

struct tm_link tm_links[TM_LINKS] __attribute__((aligned(64)));

_Static_assert(sizeof(struct tm_link) == 64, "stubs.c counts in links of 64 bytes");
_Static_assert(offsetof(struct tm_link, is_on) == 8 && offsetof(struct tm_link, enter) == 16 && offsetof(struct tm_link, cell) == 24 &&
                   offsetof(struct tm_link, stack_bytes) == 32 && offsetof(struct tm_link, no_vectors) == 36,
               "stubs.c has these offsets");
_Static_assert(offsetof(struct tm_frame, vector) == 16 && offsetof(struct tm_frame, integer) == 144 &&
                   offsetof(struct tm_frame, stack) == 200 && offsetof(struct tm_frame, result) == 208 && sizeof(struct tm_frame) == 256,
               "stubs.c has these offsets");
_Static_assert(sizeof(struct tm_cell) == sizeof(struct tm_counted) && (int)TM_CELLS == (int)TM_LINKS, "both name the same memory");
_Static_assert(offsetof(struct tm_got_thread, cells) == 8 && sizeof(struct tm_cell) == 16, "stubs.c has these offsets");

static size_t used;

static void* where_to_go(const struct tm_hook* hook) {
    if (hook->enter != NULL) return hook->enter;
    if (hook->of.replacement != NULL) return hook->of.replacement;
    return hook->of.before != NULL ? (void*)tm_enter_around : tm_enter_counted(hook->of.argument, hook->of.is_half);
}

static struct tm_link* link_to(struct tm_hook* hook, void* next) {
    for (struct tm_link* link = hook->links; link != NULL; link = link->other) {
        if (link->next == next) return link;
    }
    if (used == TM_LINKS) return NULL;
    struct tm_link* link = &tm_links[used++];
    *link = (struct tm_link){
        .next = next,
        .is_on = &hook->is_on,
        .enter = where_to_go(hook),
        .cell = hook->cell * sizeof(struct tm_cell),
        .stack_bytes = (hook->of.stack_bytes + 15) & ~15u,
        .no_vectors = hook->of.has_no_vectors,
        .hook = hook,
        .other = hook->links,
    };
    return hook->links = link;
}

/* The function at the end of a chain. */
static void* function_after(void* next) {
    for (const struct tm_link* link; (link = tm_link_at(next)) != NULL;) next = link->next;
    return next;
}

/*
 * A replacement has one place to go on at. Callers of the same function may differ in what lies before it, by hooks that are for some callers
 * alone: all go on as the first one does.
 */
void* tm_link_to(struct tm_hook* hook, void* next) {
    bool is_replaced = hook->of.replacement != NULL;
    bool has_original = is_replaced && hook->has_original;
    if (has_original && *hook->of.original != next && function_after(*hook->of.original) != function_after(next)) {
        hook->slots.other++;
        return NULL;
    }
    struct tm_link* link = link_to(hook, next);
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

void* tm_chain(struct tm_hook* const* hooks, size_t count, void* function) {
    void* target = function;
    for (size_t i = 0; i < count; i++) {
        void* outer = tm_link_to(hooks[i], target);
        if (outer != NULL) target = outer;
    }
    return target;
}
