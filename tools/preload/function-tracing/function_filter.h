/* Selects the functions to measure by their names, according to environment variables. */
#ifndef TM_FUNCTION_FILTER_H
#define TM_FUNCTION_FILTER_H

#include <stdbool.h>

#define TM_INSTRUMENT "TIMEMORY_INSTRUMENT_"

#pragma GCC visibility push(hidden)

/* Reports names with this prefix that are not known, with the nearest known one. */
extern void tm_check_names_of_settings(void);

/*
 * Whether all of the variable's extended regular expressions, one per line, match `text`; `otherwise` if there are none. Invalid ones are
 * reported once and ignored. To be used by one thread at a time.
 */
extern bool tm_matches(const char* variable, const char* text, bool otherwise);

/* The variables have changed since they were read. */
extern void tm_choose_anew(void);

/*
 * Applies TIMEMORY_INSTRUMENT_INCLUDE, _EXCLUDE, _RESTRICT and _LEARNED; returns NULL if the function is selected, and otherwise the
 * reason.
 */
extern const char* tm_why_not(const char* name);

#pragma GCC visibility pop

#endif
