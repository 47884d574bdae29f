/*
 * Laps that are open, with the numbers by which they are ended: what they mean is the library's own affair. Several may have the same.
 *
 * Each thread has those that it began in a row, the newest last. They mostly end in that order, but need not: kernels of Kokkos may be in
 * flight at once, and its sections overlap. What ends in between leaves a hole that is closed when all after it have ended.
 *
 * A number may be ended by a thread that did not begin it. Then the rows of all threads are searched, under a lock that otherwise only
 * starting and ending threads take. The lap is lost, which libtimemory.so reports: no component could say what it measured.
 */
#ifndef TM_LAPS_H
#define TM_LAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "regions.h"

#pragma GCC visibility push(hidden)

/* Part of the numbers of laps that may overlap others: they last longer than what they were begun in. */
#define TM_OVERLAPS (UINT64_C(1) << 62)

/* Begins a lap with a number that is not 0. The region may be NULL: then nothing is measured, and only the end is awaited. */
extern void tm_begin_lap(uint64_t number, struct tm_region* region);

/* Ends the newest with that number of the calling thread, and where there is none that of another thread; false where there is none. */
extern bool tm_end_lap(uint64_t number);

/* Ends a lap of the calling thread only. */
extern bool tm_end_own_lap(uint64_t number);

/*
 * Ends a lap of the calling thread, after the laps that it opened later, except overlapping ones: an exception left them open, and later
 * regions would become their children.
 */
extern bool tm_end_own_lap_with_inner(uint64_t number);

/* Whether the calling thread has one with that number. */
extern bool tm_has_lap(uint64_t number);

/* Ends all that the calling thread has. */
extern void tm_end_own_laps(void);

#pragma GCC visibility pop

#endif
