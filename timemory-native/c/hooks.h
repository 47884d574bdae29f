/*
 * None of these may be called inside (see process.h): what they call is the program's, and may call the library.
 *
 * Programs can put functions of their own in the place of timemory_create_record and timemory_delete_record: by the two function pointers,
 * or by a library that is loaded before and defines them. Regions and records then go through those; otherwise they take the short way.
 */
#ifndef TM_HOOKS_H
#define TM_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

extern bool tm_has_hooks(void);

/* Regions by name where there are hooks, of the calling thread; popping tells whether there was one. */
extern void tm_hooked_push(const char* name);
extern bool tm_hooked_pop(const char* name);

/* A record with the components that are named, those in force for NULL. */
extern uint64_t tm_hooked_begin(const char* name, const char* components);

#pragma GCC visibility pop

#endif
