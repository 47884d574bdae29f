/*
 * Names of regions, as numbers that Kotlin knows strings for.
 *
 * A C program gives the same name again and again, as a text. Making a string of it each time would take longer than the region itself, so
 * each name gets a number when it is first seen, and its string is made then. Each thread remembers, for the addresses that names last came
 * from, what stood there: where the text is still the same, and it is for literals, a comparison is all that is done. Addresses alone would
 * not do, since a buffer can hold another name the next time.
 */
#ifndef TM_NAMES_H
#define TM_NAMES_H

#include <stdint.h>

/* The number of the name; -1 where there are too many already, which then go as texts. */
extern int32_t tm_number_of(const char* name) __attribute__((visibility("hidden")));

/* The text of the name with the number; NULL where there is none. Takes no lock. */
extern const char* tm_name_of(int32_t number) __attribute__((visibility("hidden")));

#endif
