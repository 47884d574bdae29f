/* Declared by a library that wraps the functions of another one, which each library defines. */
#ifndef TM_MEASURED_H
#define TM_MEASURED_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tm_measured {
    const char* of;       /* whose functions they are, such as MPI */
    const char* settings; /* the prefix of its settings, such as MPIP */
    const char* data;     /* the component that records the transferred data */
    int count;
    /* By number: their names, and whether they transfer data. */
    const char* const* names;
    const bool* have_data;
};

extern const struct tm_measured tm_measured;

#pragma GCC visibility pop

#endif
