/*
 * Named trackers: components that record numbers which the program stores in an open region.
 *
 *     timemory_tracker_t iterations =
 *         timemory_tracker_create("iterations", "Iterations of the solver", NULL, TIMEMORY_TRACKER_INTEGER);
 *     ...
 *     timemory_push_components("wall_clock,iterations");
 *     timemory_push_region("solve");
 *     while (residual() > 1e-6) timemory_tracker_store_with_integer(iterations, 1, timemory_plus_integer);
 *     timemory_pop_region("solve");
 *
 * A number is stored in the innermost region of the calling thread that includes the tracker, however the region was opened. Functions that
 * fail return false, and timemory_error returns the reason; a missing region is also reported once. While measuring is off, functions do
 * nothing and return true.
 *
 * Functions whose names end with _integer take and return int64_t, the others double. Both work for every tracker, which rejects numbers of
 * the wrong kind, such as 0.5 for an integer tracker.
 *
 * C++ has timemory::tracker of timemory/tracker.hpp.
 */
#ifndef TIMEMORY_TRACKER_H
#define TIMEMORY_TRACKER_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    TIMEMORY_TRACKER_FLOATING = 0,
    TIMEMORY_TRACKER_INTEGER = 1,
    TIMEMORY_TRACKER_UNSIGNED = 2 /* non-negative integers */
} timemory_tracker_kind;

/* A tracker: the same number for the same definition, until the process ends. */
typedef uint32_t timemory_tracker_t;

/*
 * Creates a tracker with the given id (lower-case letters, digits, underscores), by which settings, files and lists of components refer to
 * it. The description is the title of its table; NULL for none. The unit is as in timemory_component of timemory/component.h; NULL for
 * counts. Returns 0 if the id is invalid, or is taken by something else.
 */
extern timemory_tracker_t timemory_tracker_create(const char* id, const char* description, const char* unit,
                                                  timemory_tracker_kind kind) TIMEMORY_VISIBLE;

/* Returns the tracker with that id: one that was created, or a predefined one such as data_tracker_integer. Returns 0 if there is none. */
extern timemory_tracker_t timemory_tracker_find(const char* id) TIMEMORY_VISIBLE;

/* ---- Values of the current lap ------------------------------------------------------------------------------------------------------- */

/* Sets the value of the current lap; the last value stored counts. The value of a lap in which nothing is stored is 0. */
extern bool timemory_tracker_store(timemory_tracker_t tracker, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_store_integer(timemory_tracker_t tracker, int64_t value) TIMEMORY_VISIBLE;

/* Combines the stored number and the new one. */
typedef double (*timemory_combination)(double before, double value);
typedef int64_t (*timemory_combination_integer)(int64_t before, int64_t value);

/* Combining functions: sum, minimum, maximum. */
extern double timemory_plus(double a, double b) TIMEMORY_VISIBLE;
extern int64_t timemory_plus_integer(int64_t a, int64_t b) TIMEMORY_VISIBLE;
extern double timemory_min(double a, double b) TIMEMORY_VISIBLE;
extern int64_t timemory_min_integer(int64_t a, int64_t b) TIMEMORY_VISIBLE;
extern double timemory_max(double a, double b) TIMEMORY_VISIBLE;
extern int64_t timemory_max_integer(int64_t a, int64_t b) TIMEMORY_VISIBLE;

/* Sets the value of the current lap to combine(current value, value); the current value is 0 at first. */
extern bool timemory_tracker_store_with(timemory_tracker_t tracker, double value, timemory_combination combine) TIMEMORY_VISIBLE;
extern bool timemory_tracker_store_with_integer(timemory_tracker_t tracker, int64_t value,
                                                timemory_combination_integer combine) TIMEMORY_VISIBLE;

/* Adds the difference between the numbers at the end and at the start to the value of the current lap. */
extern bool timemory_tracker_mark_begin(timemory_tracker_t tracker, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_begin_integer(timemory_tracker_t tracker, int64_t value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_end(timemory_tracker_t tracker, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_end_integer(timemory_tracker_t tracker, int64_t value) TIMEMORY_VISIBLE;

/* Adds combine(number at the start, value) to the value of the current lap. */
extern bool timemory_tracker_mark_end_with(timemory_tracker_t tracker, double value, timemory_combination combine) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_end_with_integer(timemory_tracker_t tracker, int64_t value,
                                                   timemory_combination_integer combine) TIMEMORY_VISIBLE;

/* Read the value of the current lap, and the number of its last mark_begin: 0 if there is none. */
extern bool timemory_tracker_value(timemory_tracker_t tracker, double* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_value_integer(timemory_tracker_t tracker, int64_t* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark(timemory_tracker_t tracker, double* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_integer(timemory_tracker_t tracker, int64_t* value) TIMEMORY_VISIBLE;

/* ---- Secondary values: shown as child regions, unless TIMEMORY_ADD_SECONDARY is false ------------------------------------------------ */

/* Adds to the value of the key in the current lap. */
extern bool timemory_tracker_add_secondary(timemory_tracker_t tracker, const char* key, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_add_secondary_integer(timemory_tracker_t tracker, const char* key, int64_t value) TIMEMORY_VISIBLE;

/* Sets the value of the key in the current lap to combine(current value, value), or to the value if the key has none. */
extern bool timemory_tracker_add_secondary_with(timemory_tracker_t tracker, const char* key, double value,
                                                timemory_combination combine) TIMEMORY_VISIBLE;
extern bool timemory_tracker_add_secondary_with_integer(timemory_tracker_t tracker, const char* key, int64_t value,
                                                        timemory_combination_integer combine) TIMEMORY_VISIBLE;

/* Sets the value of the key in the current lap. */
extern bool timemory_tracker_set_secondary(timemory_tracker_t tracker, const char* key, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_set_secondary_integer(timemory_tracker_t tracker, const char* key, int64_t value) TIMEMORY_VISIBLE;

/* Reads the value of the key in the current lap; returns false if it has none. */
extern bool timemory_tracker_secondary(timemory_tracker_t tracker, const char* key, double* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_secondary_integer(timemory_tracker_t tracker, const char* key, int64_t* value) TIMEMORY_VISIBLE;

/* ---- A separate lap --------------------------------------------------------------------------------------------------------------- */

/* Records the number as a lap of the region `label`, which is measured by this tracker only. */
extern bool timemory_tracker_track(timemory_tracker_t tracker, const char* label, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_track_integer(timemory_tracker_t tracker, const char* label, int64_t value) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
