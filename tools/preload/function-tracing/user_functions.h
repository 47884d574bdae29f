/*
 * User functions that are called at the entry and exit of each measured function, chosen by variables:
 *
 *     TIMEMORY_INSTRUMENT_LOAD     a library to load that has them; by default, the program and its libraries
 *     TIMEMORY_INSTRUMENT_ENTRY    void entry(const char* function), called before the region of a function begins
 *     TIMEMORY_INSTRUMENT_EXIT     void exit(const char* function), called after it has ended
 *
 * Calls that they make are not measured. With TIMEMORY_INSTRUMENT_MODE=region, functions are measured by the components that the program
 * pushes.
 */
#ifndef TM_USER_FUNCTIONS_H
#define TM_USER_FUNCTIONS_H

#pragma GCC visibility push(hidden)

/* Reads the variables before anything is measured. Functions that are not found are reported, and not called. */
extern void tm_read_user_functions(void);

/* Start and end the region of a function, and call the user functions outside of it. Preserve errno. */
extern void tm_begin_region_of(const char* label);
extern void tm_end_region_of(const char* label);

#pragma GCC visibility pop

#endif
