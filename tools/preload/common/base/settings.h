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

/* What may stand between the names of a list. */
extern const char tm_separators[];

/* Whether the list has any name. */
extern bool tm_has_names(const char* list);

/* Takes one name out of the list. */
extern void tm_remove_name(char* list, const char* name);

/*
 * The components of the first of these settings that names any, the last followed by NULL; otherwise `usual`. "none" ends the search: then
 * the list is empty. What is no component is left out, with a line that says so. $NAME is a variable of the environment that is no
 * setting. For free.
 */
extern char* tm_components(const char* const* settings, const char* usual);

#pragma GCC visibility pop

#endif
