/* Selects the functions to measure by their names, according to environment variables. */
#ifndef TM_FUNCTION_FILTER_H
#define TM_FUNCTION_FILTER_H

#include <stdbool.h>

#define TM_INSTRUMENT "TIMEMORY_INSTRUMENT_"

#pragma GCC visibility push(hidden)

/* Names that begin so and are none of ours are reported, with the nearest. */
extern void tm_check_names_of_settings(void);

/*
 * All of the variable's extended regular expressions, one per line, are found in `text`; `otherwise` if there is none. Invalid ones are
 * reported once and ignored. By one thread at a time.
 */
extern bool tm_matches(const char* variable, const char* text, bool otherwise);

/* The variables are not what they were when they were looked at. */
extern void tm_choose_anew(void);

/* As TIMEMORY_INSTRUMENT_INCLUDE, _EXCLUDE, _RESTRICT and _LEARNED say; NULL where it is, and otherwise why not. */
extern const char* tm_why_not(const char* name);

#pragma GCC visibility pop

#endif
