/*
 * All functions called by any thread: each with the label that it is measured by, or none. Never freed.
 */
#ifndef TM_FUNCTIONS_H
#define TM_FUNCTIONS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Takes a lock, and allocates memory for a new function. Returns NULL if it is not to be measured. */
extern const char* tm_label_of(const void* function);

/* Changes when addresses may refer to other functions than before. */
extern _Atomic(uint32_t) tm_generation;

/* An object was unloaded. */
extern void tm_object_unloaded(void);

#pragma GCC visibility pop

#endif
