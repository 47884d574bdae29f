/* Puts our hooks into the functions of an object that is loaded. */
#ifndef TM_PATCH_H
#define TM_PATCH_H

#include "catalogue.h"

#pragma GCC visibility push(hidden)

/*
 * Those that are chosen; the others get the reason why they are left as they are. With `is_trial` nothing is written. A place where a jump was
 * written; NULL where none was.
 */
extern const uint8_t* tm_patch_functions(struct tm_catalogue* catalogue, bool is_trial);

#pragma GCC visibility pop

#endif
