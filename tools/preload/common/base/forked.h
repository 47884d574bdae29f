/*
 * Whether the process was forked from one that used the library. It then has one thread, and locks that others held are never released: so
 * code that would take a lock checks this first, and does nothing, like libtimemory.so in such a process.
 */
#ifndef TM_FORKED_H
#define TM_FORKED_H

#include <stdbool.h>

extern bool tm_is_forked(void) __attribute__((visibility("hidden")));

#endif
