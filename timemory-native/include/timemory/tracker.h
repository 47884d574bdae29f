/*
 * Named trackers: components that record numbers the program stores in a region that is open.
 *
 *     timemory_tracker_t iterations =
 *         timemory_tracker_create("iterations", "Iterations of the solver", NULL, TIMEMORY_TRACKER_INTEGER);
 *     ...
 *     timemory_push_components("wall_clock,iterations");
 *     timemory_push_region("solve");
 *     while (residual() > 1e-6) timemory_tracker_store_with_integer(iterations, 1, timemory_plus_integer);
 *     timemory_pop_region("solve");
 *
 * Numbers go to the innermost region of the calling thread that has the tracker among its components, however it was opened. Functions that
 * fail return false, and timemory_error returns the reason; a missing region is also reported once. While measuring is off, functions do
 * nothing and return true.
 *
 * Functions whose names end with _integer take and return int64_t, the others double. Both work for each tracker, which rejects numbers of
 * another kind, such as 0.5 for an integer tracker.
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
    TIMEMORY_TRACKER_UNSIGNED = 2 /* integers that are not negative */
} timemory_tracker_kind;

/* A tracker: the same number for the same definition, as long as the process lives. */
typedef uint32_t timemory_tracker_t;

/*
 * Makes a tracker that settings, files and lists of components call `id` (lower-case letters, digits, underscores). The description is the
 * title of its table, NULL for none. The unit is that of timemory_component in timemory/component.h, NULL for counts. Returns 0 if the id
 * is not a name or is taken by something else.
 */
extern timemory_tracker_t timemory_tracker_create(const char* id, const char* description, const char* unit,
                                                  timemory_tracker_kind kind) TIMEMORY_VISIBLE;

/* The tracker with that id: one that was created, or data_tracker_integer and the like. Returns 0 if there is none. */
extern timemory_tracker_t timemory_tracker_find(const char* id) TIMEMORY_VISIBLE;

/* ---- The value of the lap -------------------------------------------------------------------------------------------------------- */

/* Sets the value of the lap; of several the last counts. A lap in which nothing is stored has the value 0. */
extern bool timemory_tracker_store(timemory_tracker_t tracker, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_store_integer(timemory_tracker_t tracker, int64_t value) TIMEMORY_VISIBLE;

/* Combines two numbers: the stored one and the new one. */
typedef double (*timemory_combination)(double before, double value);
typedef int64_t (*timemory_combination_integer)(int64_t before, int64_t value);

/* Combinations: the sum, the smaller, the larger. */
extern double timemory_plus(double a, double b) TIMEMORY_VISIBLE;
extern int64_t timemory_plus_integer(int64_t a, int64_t b) TIMEMORY_VISIBLE;
extern double timemory_min(double a, double b) TIMEMORY_VISIBLE;
extern int64_t timemory_min_integer(int64_t a, int64_t b) TIMEMORY_VISIBLE;
extern double timemory_max(double a, double b) TIMEMORY_VISIBLE;
extern int64_t timemory_max_integer(int64_t a, int64_t b) TIMEMORY_VISIBLE;

/* Sets the value of the lap to combine(its value so far, value); the value so far is 0 at first. */
extern bool timemory_tracker_store_with(timemory_tracker_t tracker, double value, timemory_combination combine) TIMEMORY_VISIBLE;
extern bool timemory_tracker_store_with_integer(timemory_tracker_t tracker, int64_t value,
                                                timemory_combination_integer combine) TIMEMORY_VISIBLE;

/* Adds to the value of the lap how much larger the number at the end is than that at the beginning. */
extern bool timemory_tracker_mark_begin(timemory_tracker_t tracker, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_begin_integer(timemory_tracker_t tracker, int64_t value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_end(timemory_tracker_t tracker, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_end_integer(timemory_tracker_t tracker, int64_t value) TIMEMORY_VISIBLE;

/* Adds to the value of the lap combine(the number at the beginning, value). */
extern bool timemory_tracker_mark_end_with(timemory_tracker_t tracker, double value, timemory_combination combine) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_end_with_integer(timemory_tracker_t tracker, int64_t value,
                                                   timemory_combination_integer combine) TIMEMORY_VISIBLE;

/* The value of the lap so far, and the number of the last mark_begin: 0 if there is none. */
extern bool timemory_tracker_value(timemory_tracker_t tracker, double* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_value_integer(timemory_tracker_t tracker, int64_t* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark(timemory_tracker_t tracker, double* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_mark_integer(timemory_tracker_t tracker, int64_t* value) TIMEMORY_VISIBLE;

/* ---- Secondary values: shown as regions inside, unless TIMEMORY_ADD_SECONDARY is false -------------------------------------------- */

/* Adds to what the key has in the lap. */
extern bool timemory_tracker_add_secondary(timemory_tracker_t tracker, const char* key, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_add_secondary_integer(timemory_tracker_t tracker, const char* key, int64_t value) TIMEMORY_VISIBLE;

/* Sets what the key has in the lap to combine(that, value), and to the value if the key has nothing. */
extern bool timemory_tracker_add_secondary_with(timemory_tracker_t tracker, const char* key, double value,
                                                timemory_combination combine) TIMEMORY_VISIBLE;
extern bool timemory_tracker_add_secondary_with_integer(timemory_tracker_t tracker, const char* key, int64_t value,
                                                        timemory_combination_integer combine) TIMEMORY_VISIBLE;

/* Sets what the key has in the lap. */
extern bool timemory_tracker_set_secondary(timemory_tracker_t tracker, const char* key, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_set_secondary_integer(timemory_tracker_t tracker, const char* key, int64_t value) TIMEMORY_VISIBLE;

/* What the key has in the lap; false if it has nothing. */
extern bool timemory_tracker_secondary(timemory_tracker_t tracker, const char* key, double* value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_secondary_integer(timemory_tracker_t tracker, const char* key, int64_t* value) TIMEMORY_VISIBLE;

/* ---- A separate lap --------------------------------------------------------------------------------------------------------------- */

/* Records the number as a lap of the region `label`, which has the tracker alone. */
extern bool timemory_tracker_track(timemory_tracker_t tracker, const char* label, double value) TIMEMORY_VISIBLE;
extern bool timemory_tracker_track_integer(timemory_tracker_t tracker, const char* label, int64_t value) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
