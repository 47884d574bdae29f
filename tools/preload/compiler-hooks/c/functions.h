/*
 * The functions that were called, of all threads: each with the label that it is measured by, or none. Kept as long as the process lives.
 */
#ifndef TM_FUNCTIONS_H
#define TM_FUNCTIONS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Takes a lock, and memory where the function is new. NULL where it is not to be measured. */
extern const char* tm_label_of(const void* function);

/* Changes when addresses may stand for other functions than before. */
extern _Atomic(uint32_t) tm_generation;

/* An object was unloaded. */
extern void tm_object_unloaded(void);

#pragma GCC visibility pop

#endif
