/* Inserts hooks into the selected functions of loaded objects. */
#ifndef TM_INSTRUMENT_H
#define TM_INSTRUMENT_H

#include <stdbool.h>

#include "patch.h"

#pragma GCC visibility push(hidden)

/* The program, and the libraries that were loaded with it. With `is_trial` nothing is changed. */
extern void tm_instrument_program(bool is_trial);

/* The changes to make to functions, and the report on the program's functions. */
struct tm_patched {
    struct tm_places places;
    char summary[1024];
};

/* The same, for another process to write. */
extern void tm_plan_program(struct tm_patched* patched);

/* Libraries that were not there before. To be used by one thread at a time. */
extern void tm_instrument_new_libraries(void);

#pragma GCC visibility pop

#endif
