/*
 * Open laps, with the numbers by which they are ended, whose meaning is up to the library. Several may have the same.
 *
 * Each thread has its own laps in a row, the latest last. They mostly end in reverse order, but need not: Kokkos kernels may be in flight
 * at the same time, and its sections overlap. A lap that ends in between leaves a hole that is closed when all laps after it have ended.
 *
 * A lap may be ended by another thread than the one that started it. Then the rows of all threads are searched, under a lock that is
 * otherwise taken only by starting and ending threads. The lap is lost, which libtimemory.so reports: no component could give a valid
 * value.
 */
#ifndef TM_LAPS_H
#define TM_LAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "regions.h"

#pragma GCC visibility push(hidden)

/* A bit in the numbers of laps that may overlap others: they outlast the lap in which they were started. */
#define TM_OVERLAPS (UINT64_C(1) << 62)

/* Starts a lap with a number that is not 0. The region may be NULL: then nothing is measured, and only the end is expected. */
extern void tm_begin_lap(uint64_t number, struct tm_region* region);

/* Ends the calling thread's latest lap with that number or, if it has none, that of another thread; false if there is none. */
extern bool tm_end_lap(uint64_t number);

/* Ends a lap of the calling thread only. */
extern bool tm_end_own_lap(uint64_t number);

/*
 * Ends a lap of the calling thread, after the laps that it opened later, except overlapping ones: an exception left them open, and later
 * regions would become their children.
 */
extern bool tm_end_own_lap_with_inner(uint64_t number);

/* Whether the calling thread has a lap with that number. */
extern bool tm_has_lap(uint64_t number);

/* Ends all laps of the calling thread. */
extern void tm_end_own_laps(void);

#pragma GCC visibility pop

#endif
