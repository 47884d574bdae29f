/*
 * What slots are led to: a stub of its own for each hook and each function that it goes on with. One hook has several where objects call
 * different functions of its name, by version or because two libraries have one each.
 */
#ifndef TM_HOOK_CHAIN_H
#define TM_HOOK_CHAIN_H

#include <stdatomic.h>
#include <stdint.h>

#include "got.h"

#pragma GCC visibility push(hidden)

enum { TM_HOOK_LINKS = 4096 };

/* Read by stubs.c: offsets count. */
struct tm_hook_link {
    void* next;                 /* 0: what is called: the function, or what the next hook has */
    void* code;                 /* 8: where the stub goes on: tm_code_of */
    void* replacement;          /* 16 */
    uint64_t cell;              /* 24: where the thread's cell of its hook is */
    uint32_t stack_bytes;       /* 32 */
    uint32_t no_vectors;        /* 36 */
    struct tm_hook* hook;       /* 40 */
    struct tm_hook_link* other; /* 48: another link of the same hook */
    void* function;             /* 56: at the end of the chain; it stays, for whoever has kept the stub's address */
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
    void* enter;                         /* instead of what it is of: for loading.c */
    bool has_original;                   /* of a replacement, in this pass */
    _Atomic(struct tm_hook_link*) links; /* added to with the lock, and read by any */
    struct tm_slots slots;
    uint32_t cell;            /* its number */
    struct tm_counted before; /* what its cell had counted when it was made */
};

extern struct tm_hook_link tm_hook_links[TM_HOOK_LINKS];

/* All that were made, the last first: none is ever taken away, as calls may be in the midst of one. */
extern _Atomic(struct tm_hook*) tm_hooks;

/* How many there are. */
extern uint32_t tm_hook_count;

/* What it counts is 0 from now on. With the lock. */
extern void tm_count_anew(struct tm_hook* hook);

/* Whether it is of the function, called by the object. */
extern bool tm_hook_matches(const struct tm_hook* hook, const char* function, const char* version, const char* object);

/* What is to be called for the function: the hooks of this list, the innermost first, one after the other. With the lock. */
extern void* tm_hook_chain(struct tm_hook* const* hooks, size_t count, void* function);

/* Keeps those that mean this function, of hooks of its name, in their order. */
extern size_t tm_filter_by_target(const void* function, struct tm_hook** hooks, size_t count);

/* The hooks of the function that are applied, as above. At most so many. */
extern size_t tm_hooks_of(const char* function, const char* version, const char* object, struct tm_hook** into, size_t most);

/* The lock of all that is not atomic. Whoever has it calls nothing that waits for the dynamic linker's. */
extern void tm_lock(void);
extern void tm_unlock(void);

/* The path of an object, that of the program's file where it is empty. */
extern const char* tm_path_of(const char* object);

/* Makes a hook whose calls go on at `enter`, or as it is of where that is NULL. With the lock; NULL without memory or room. */
extern struct tm_hook* tm_new_hook(const struct tm_hook_of* of, void* enter);

/* Hooks of the functions that load objects and look for functions, as long as there are others. */
extern bool tm_follow_loading(bool follow);
extern void tm_enter_dlopen(void) __asm__("tm_got_dlopen");
extern void tm_enter_dlsym(void) __asm__("tm_got_dlsym");

/* What a slot is to hold for the hook to go on with `next`; NULL where there is no room. With the lock. */
extern void* tm_hook_link_to(struct tm_hook* hook, void* next);

/* The code that a link's stub has. */
extern void* tm_stub(const struct tm_hook_link* link);

/* The link whose stub this is; NULL where it is none. */
extern const struct tm_hook_link* tm_hook_link_at(const void* address);

/* Where the stubs of a hook go on. */
extern void* tm_code_of(const struct tm_hook* hook, bool is_on);

/* Has the stubs go on where they are to now. */
extern void tm_lead_stubs(struct tm_hook* hook);

/* The last pass over all slots that there was. With the lock. */
extern uint64_t tm_passes;

#pragma GCC visibility pop

#endif
