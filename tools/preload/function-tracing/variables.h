/* What is set for this library: by the environment, or by the process that attached it to the program. */
#ifndef TM_VARIABLES_H
#define TM_VARIABLES_H

#pragma GCC visibility push(hidden)

/* The value of a variable; NULL without. */
extern const char* tm_variable(const char* name);

/*
 * From now on these count, and the environment does not: NAME=VALUE, each with a NUL behind it, an empty one at the end. They are kept by
 * the caller.
 */
extern void tm_use_variables(const char* variables);

#pragma GCC visibility pop

#endif
