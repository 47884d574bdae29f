#ifndef TM_ISLANDS_H
#define TM_ISLANDS_H

#include "patch_site.h"

#pragma GCC visibility push(hidden)

/* Finds an address for the jump of a window that has room for only two bytes, and reserves it. The window is not in the plan yet. */
extern bool tm_find_island(const struct tm_patch_site* view, struct tm_window* window);

#pragma GCC visibility pop

#endif
