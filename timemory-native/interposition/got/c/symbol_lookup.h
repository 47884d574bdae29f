/* Which function a slot means that the dynamic linker has not filled yet. */
#ifndef TM_SYMBOL_LOOKUP_H
#define TM_SYMBOL_LOOKUP_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tm_lookup {
    char* object; /* the path of the object that calls it; empty: the program */
    char* symbol;
    char* version; /* NULL: none */
    void* answer;  /* NULL: no object defines it */
};

/*
 * Asks the dynamic linker, in the order in which it would look itself. Not to be called with a lock that a constructor of a library may
 * wait for: another thread may run one, with the dynamic linker's lock.
 */
extern void tm_resolve(struct tm_lookup* question);

/* Whether the object with this path defines the symbol itself. */
extern bool tm_defines(const char* object, const char* symbol);

#pragma GCC visibility pop

#endif
