/* Puts hooks into what is chosen of the objects that are loaded. */
#ifndef TM_INSTRUMENT_H
#define TM_INSTRUMENT_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* The program, and the libraries that were loaded with it. With `is_trial` nothing is changed. */
extern void tm_instrument_program(bool is_trial);

/* Libraries that were not there before. By one thread at a time. */
extern void tm_instrument_new_libraries(void);

#pragma GCC visibility pop

#endif
