/* timemory's settings, as the libraries that measure others follow them. To be asked when something is to be measured, not before. */
#ifndef TM_SETTINGS_H
#define TM_SETTINGS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Never NULL: a setting that there is not is empty. For free. */
extern char* tm_setting(const char* name);

/* Whether a setting that is a flag is on. */
extern bool tm_is_set(const char* name);

/* A setting that is a number. */
extern int tm_number(const char* name);

/* The separators of a list of names. */
extern const char tm_separators[];

/* Whether the list has any name. */
extern bool tm_has_names(const char* list);

/* Takes one name out of the list. */
extern void tm_remove_name(char* list, const char* name);

/*
 * The components that the tool measures with, by the rule that all follow: timemory_tool_components has it. Empty if it is to measure
 * nothing. What is wrong with `given` is logged, and the settings count. For free.
 */
extern char* tm_components(const char* given, const char* bundles, const char* usual);

#pragma GCC visibility pop

#endif
