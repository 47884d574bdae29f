/* Selects the Kokkos events to measure by name: all of them in kp_timemory.so, and those that match in kp_timemory_filter.so. */
#ifndef TM_FILTER_H
#define TM_FILTER_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* To be called before the program can change the variables that it depends on. */
extern void tm_prepare_filter(void);

extern bool tm_is_wanted(const char* name);

#pragma GCC visibility pop

#endif
