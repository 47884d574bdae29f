/* timemory's settings, as used by the libraries that measure others. To be read when something is to be measured, not before. */
#ifndef TM_SETTINGS_H
#define TM_SETTINGS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Never NULL: an unknown setting is empty. To be freed. */
extern char* tm_setting(const char* name);

/* Whether a boolean setting is on. */
extern bool tm_is_set(const char* name);

/* The value of a numeric setting. */
extern int tm_number(const char* name);

/* The separators of a list of names. */
extern const char tm_separators[];

/* Whether the list contains any name. */
extern bool tm_has_names(const char* list);

/* Removes a name from the list. */
extern void tm_remove_name(char* list, const char* name);

/*
 * The components that the tool measures with, by the common rule of timemory_tool_components. Empty if it is to measure nothing. Errors in
 * `given` are logged, and the settings are used instead. To be freed.
 */
extern char* tm_components(const char* given, const char* bundles, const char* usual);

#pragma GCC visibility pop

#endif
