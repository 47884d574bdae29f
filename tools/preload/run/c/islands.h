#ifndef TM_ISLANDS_H
#define TM_ISLANDS_H

#include "patch_site.h"

#pragma GCC visibility push(hidden)

/* Finds a place for the jump of a window that has room for two bytes only, and takes it. The window is not yet in the plan. */
extern bool tm_find_island(const struct tm_patch_site* view, struct tm_window* window);

#pragma GCC visibility pop

#endif
