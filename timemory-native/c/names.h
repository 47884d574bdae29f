/*
 * Names of regions, as numbers for which Kotlin has strings.
 *
 * A C program passes the same name again and again, as a text. Converting it to a string each time would take longer than the region
 * itself, so each name gets a number when it is first seen, and its string is created then. Each thread remembers the last addresses of
 * names and the texts at them: if the text is unchanged, as it is for literals, a comparison is all that is needed. Addresses alone are not
 * sufficient, because a buffer can contain another name the next time.
 */
#ifndef TM_NAMES_H
#define TM_NAMES_H

#include <stdint.h>

/* Returns the number of the name; -1 if there are too many already, which are then passed as texts. */
extern int32_t tm_number_of(const char* name) __attribute__((visibility("hidden")));

/* Returns the text of the name with the number; NULL if there is none. Takes no lock. */
extern const char* tm_name_of(int32_t number) __attribute__((visibility("hidden")));

#endif
