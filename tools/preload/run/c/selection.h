/* The objects and functions that the user wants to be measured, according to the TIMEMORY_INSTRUMENT_ variables. */
#ifndef TM_SELECTION_H
#define TM_SELECTION_H

#include "catalogue.h"

#pragma GCC visibility push(hidden)

/* Values that are not numbers are reported. */
extern void tm_read_selection(void);

extern bool tm_is_chosen_library(const struct tmfn_object* object);

/* The program's own file may be excluded, too: then only libraries are measured. */
extern bool tm_is_excluded_object(const struct tmfn_object* object);

/* Sets the reason for leaving a function out, where there is one. The functions' code must have been read. */
extern void tm_choose_functions(struct tm_catalogue* catalogue);

#pragma GCC visibility pop

#endif
