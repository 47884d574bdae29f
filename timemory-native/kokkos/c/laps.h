/*
 * Laps that are open, with the numbers by which Kokkos ends them.
 *
 * Each thread has those that it began in a row, the newest last. They mostly end in that order, but need not: kernels of several instances
 * may be in flight, and sections overlap. What ends in between leaves a hole that is closed when all after it have ended.
 *
 * A number may be ended by a thread that did not begin it. Then the rows of all threads are searched, under a lock that nobody takes
 * otherwise but threads that begin and end. The lap is lost, which libtimemory.so reports: no component could say what it measured.
 */
#ifndef TM_LAPS_H
#define TM_LAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "regions.h"

#pragma GCC visibility push(hidden)

/* Numbers of what has none, of which the newest of the calling thread ends; those of kernels count from 1, and sections are apart. */
enum { TM_OF_SECTIONS = 62 };
#define TM_PUSHED_REGION (UINT64_C(1) << 63)
#define TM_DEEP_COPY (TM_PUSHED_REGION + 1)
#define TM_SECTION(number) (UINT64_C(1) << TM_OF_SECTIONS | (number))

/* Begins a lap with a number that is not 0. The region may be NULL: then nothing is measured, and only the end is awaited. */
extern void tm_begin_lap(uint64_t number, struct tm_region* region);

/* Ends the newest with that number of the calling thread, and where there is none that of another thread; false where there is none. */
extern bool tm_end_lap(uint64_t number);

/* As above, of the calling thread alone. */
extern bool tm_end_own_lap(uint64_t number);

/*
 * As above, and ends before what the thread began after it, but for sections: kernels and copies that are open still were left by an exception,
 * and what comes next would hang below them.
 */
extern bool tm_end_own_lap_with_inner(uint64_t number);

/* Whether the calling thread has one with that number. */
extern bool tm_has_lap(uint64_t number);

/* Ends all that the calling thread has. */
extern void tm_end_own_laps(void);

#pragma GCC visibility pop

#endif
