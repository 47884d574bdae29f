/* Which of what Kokkos reports is measured, by its name: all of it in kp_timemory.so, and what matches in kp_timemory_filter.so. */
#ifndef TM_FILTER_H
#define TM_FILTER_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* To be called before the program can change what decides. */
extern void tm_prepare_filter(void);

extern bool tm_is_wanted(const char* name);

#pragma GCC visibility pop

#endif
