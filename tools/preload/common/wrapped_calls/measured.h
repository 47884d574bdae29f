/* What a library that wraps the functions of another one declares about them: each defines it. */
#ifndef TM_MEASURED_H
#define TM_MEASURED_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tm_measured {
    const char* of;       /* whose functions they are, such as MPI */
    const char* settings; /* what its settings begin with, such as MPIP */
    const char* data;     /* the component that records which data they move */
    int count;
    /* By their numbers: what they are called, and whether they move data. */
    const char* const* names;
    const bool* have_data;
};

extern const struct tm_measured tm_measured;

#pragma GCC visibility pop

#endif
