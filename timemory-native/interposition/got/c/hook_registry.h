/* All hooks of the process: how they are made, found and reused. */
#ifndef TM_HOOK_REGISTRY_H
#define TM_HOOK_REGISTRY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hook_chain.h"

#pragma GCC visibility push(hidden)

enum { TM_MAX_HOOKS = 64 /* of one function */ };

/* All hooks that were made, the last first. None is ever freed, because a call may be running in any of them. */
extern _Atomic(struct tm_hook*) tm_hooks;
extern uint32_t tm_hook_count;

/* Protects everything that is not atomic. Its owner calls nothing that waits for the dynamic linker's lock. */
extern void tm_lock(void);
extern void tm_unlock(void);

/*
 * Makes a hook. Its calls continue at `enter`, or as specified in `of` if that is NULL. Called with the lock; returns NULL without memory
 * or room.
 */
extern struct tm_hook* tm_new_hook(const struct tm_hook_of* of, void* enter);

/* Whether the hook is for this function, called by this object. */
extern bool tm_hook_matches(const struct tm_hook* hook, const char* function, const char* version, const char* object);

/* Finds the applied hooks of the function, the innermost first, up to the maximum. Returns how many there are. */
extern size_t tm_hooks_of(const char* function, const char* version, const char* object, struct tm_hook** into, size_t most);

/* Keeps those hooks, in their order, that refer to the function at this address; they are hooks of its name. Returns their number. */
extern size_t tm_filter_by_target(const void* function, struct tm_hook** hooks, size_t count);

#pragma GCC visibility pop

#endif
