/*
 * None of these may be called inside (see process.h): they call functions of the program, which may call the library.
 *
 * Programs can replace timemory_create_record and timemory_delete_record with their own functions: by the two function pointers, or by a
 * library that is loaded earlier and defines them. Regions and records then use those; otherwise they take the direct path.
 */
#ifndef TM_HOOKS_H
#define TM_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

extern bool tm_has_hooks(void);

/* Regions by name for the calling thread if there are hooks; popping returns whether there was one. */
extern void tm_hooked_push(const char* name);
extern bool tm_hooked_pop(const char* name);

/* A record with the named components; with the thread's current ones for NULL. */
extern uint64_t tm_hooked_begin(const char* name, const char* components);

#pragma GCC visibility pop

#endif
