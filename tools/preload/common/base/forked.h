/*
 * Whether the process was forked from one that used the library. It has one thread then, and locks that others held are never released: so
 * code that would take a lock asks first, and does nothing, as libtimemory.so does in such a process.
 */
#ifndef TM_FORKED_H
#define TM_FORKED_H

#include <stdbool.h>

extern bool tm_is_forked(void) __attribute__((visibility("hidden")));

#endif
