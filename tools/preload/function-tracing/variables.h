/* The variables for this library: from the environment, or from the process that attached it to the program. */
#ifndef TM_VARIABLES_H
#define TM_VARIABLES_H

#pragma GCC visibility push(hidden)

/* The value of a variable; NULL if it is not set. */
extern const char* tm_variable(const char* name);

/*
 * From now on uses these instead of the environment: NAME=VALUE, each terminated by NUL, with an empty one at the end. The caller must keep
 * them.
 */
extern void tm_use_variables(const char* variables);

#pragma GCC visibility pop

#endif
