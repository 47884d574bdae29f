/* Asking the dynamic linker for the function of a slot that it has not filled yet. */
#ifndef TM_SYMBOL_LOOKUP_H
#define TM_SYMBOL_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

struct tm_lookup {
    char* object; /* path of the calling object; empty: the program */
    char* symbol;
    char* version; /* NULL: none */
    void* answer;  /* NULL: no object defines it */
};

struct tm_lookups {
    struct tm_lookup* all;
    size_t count, room;
};

/* Returns the answer of a lookup. If there is none so far, adds it to the list and returns NULL, as without memory. */
extern void* tm_find_or_note(struct tm_lookups* lookups, const char* object, const char* symbol, const char* version);

extern void tm_forget_lookups(struct tm_lookups* lookups);

/*
 * Asks the dynamic linker, in its own search order. Must not be called with a lock that a library's constructor may wait for, because
 * another thread may run one with the dynamic linker's lock.
 */
extern void tm_resolve(struct tm_lookup* question);

/* Whether the object with this path defines the symbol itself. */
extern bool tm_defines(const char* object, const char* symbol);

#pragma GCC visibility pop

#endif
