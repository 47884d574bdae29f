/*
 * What slots are redirected to: a stub for each hook and each function that it continues with. One hook has several if objects call
 * different functions of its name, because of versions or because two libraries define it.
 */
#ifndef TM_HOOK_CHAIN_H
#define TM_HOOK_CHAIN_H

#include <stdatomic.h>
#include <stdint.h>

#include "got.h"

#pragma GCC visibility push(hidden)

enum { TM_HOOK_LINKS = 4096 };

/* stubs.c reads this at fixed offsets. */
struct tm_hook_link {
    void* next;                 /* 0: what is called next: the function, or the stub of the next hook */
    void* code;                 /* 8: where the stub continues: tm_code_of */
    void* replacement;          /* 16 */
    uint64_t cell;              /* 24: offset of the hook's cell among the thread's cells */
    uint32_t stack_bytes;       /* 32 */
    uint32_t no_vectors;        /* 36 */
    struct tm_hook* hook;       /* 40 */
    struct tm_hook_link* other; /* 48: another link of the same hook */
    void* function;             /* 56: at the end of the chain; never changes, because the stub's address may have been kept */
};

struct tm_cell {
    uint64_t calls;
    int64_t sum;
};

struct tm_hook {
    struct tm_hook* next;
    struct tm_hook_of of;
    char* name;
    char* version; /* NULL: any */
    uint64_t order;
    atomic_int is_on;
    atomic_bool is_removed;
    void* enter;                         /* for loading.c: code that is called instead of what `of` says */
    bool has_original;                   /* whether this pass has set the original of a replacement */
    _Atomic(struct tm_hook_link*) links; /* changed with the lock, read without */
    struct tm_slots slots;
    uint32_t cell;            /* index of its cell */
    struct tm_counted before; /* what its cell had counted when it was made */
};

extern struct tm_hook_link tm_hook_links[TM_HOOK_LINKS];

/* Resets its count to 0. The caller holds the lock. */
extern void tm_count_anew(struct tm_hook* hook);

/* Returns what a slot of the function should hold for these hooks, the innermost first. The caller holds the lock. */
extern void* tm_hook_chain(struct tm_hook* const* hooks, size_t count, void* function);

/* Hooks the functions that load objects and look up functions, as long as there are other hooks. */
extern bool tm_follow_loading(bool follow);
extern void tm_enter_dlopen(void) __asm__("tm_got_dlopen");
extern void tm_enter_dlsym(void) __asm__("tm_got_dlsym");

/* Returns what a slot should hold for the hook to continue with `next`; NULL without room. The caller holds the lock. */
extern void* tm_hook_link_to(struct tm_hook* hook, void* next);

/* Returns the stub of a link. */
extern void* tm_stub(const struct tm_hook_link* link);

/* Returns the link whose stub this is; NULL if it is not a stub. */
extern const struct tm_hook_link* tm_hook_link_at(const void* address);

/* Returns where the stubs of a hook continue. */
extern void* tm_code_of(const struct tm_hook* hook, bool is_on);

/* Updates where the stubs of the hook continue. */
extern void tm_lead_stubs(struct tm_hook* hook);

/* Number of the latest pass over all slots. The caller holds the lock. */
extern uint64_t tm_passes;

#pragma GCC visibility pop

#endif
