/* The location of libtimemory.so: its own work must be neither measured nor visible to the program. */
#ifndef TM_LIBRARY_H
#define TM_LIBRARY_H

#include <stdbool.h>

#include "objects.h"

#pragma GCC visibility push(hidden)

/* NULL is none. */
extern void tm_set_library(const struct tmfn_object* library);

extern bool tm_is_known_library(void);
extern bool tm_is_of_library(const void* address);

#pragma GCC visibility pop

#endif
