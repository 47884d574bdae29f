/*
 * More functions for regions as objects (timemory_region of timemory/bundle.h): storing the program's data in laps, and arithmetic on
 * totals.
 *
 * Not thread-safe: use a region on one thread at a time. Functions that fail return false; timemory_error returns the reason. Components
 * are numbered from 0 in the order of their names.
 */
#ifndef TIMEMORY_REGION_H
#define TIMEMORY_REGION_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Stores a number as the value of the current lap of a tracker: data_tracker_integer, data_tracker_unsigned, data_tracker_floating or one
 * of timemory/tracker.h; the last one stored counts. Without an open lap, the number is recorded as a lap. Integer trackers reject
 * fractions, and unsigned ones negative numbers.
 */
extern bool timemory_region_store(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_store_integer(timemory_region* region, int component, int64_t value) TIMEMORY_VISIBLE;

/* Add the difference between the numbers at the end and at the start to the value of the current lap. */
extern bool timemory_region_mark_begin(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_mark_begin_integer(timemory_region* region, int component, int64_t value) TIMEMORY_VISIBLE;
extern bool timemory_region_mark_end(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_mark_end_integer(timemory_region* region, int component, int64_t value) TIMEMORY_VISIBLE;

/* Read the value of the current lap, and the number of its last mark_begin. Return false, and store 0, if no lap is open. */
extern bool timemory_region_value(timemory_region* region, int component, double* value) TIMEMORY_VISIBLE;
extern bool timemory_region_value_integer(timemory_region* region, int component, int64_t* value) TIMEMORY_VISIBLE;
extern bool timemory_region_mark(timemory_region* region, int component, double* value) TIMEMORY_VISIBLE;
extern bool timemory_region_mark_integer(timemory_region* region, int component, int64_t* value) TIMEMORY_VISIBLE;

/*
 * Add to, set and read a tracker's secondary value for a key in the current lap; reading returns false for a key without a value. Results
 * show secondary values as child regions, unless TIMEMORY_ADD_SECONDARY is false.
 */
extern bool timemory_region_add_secondary(timemory_region* region, int component, const char* key, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_add_secondary_integer(timemory_region* region, int component, const char* key, int64_t value) TIMEMORY_VISIBLE;
extern bool timemory_region_set_secondary(timemory_region* region, int component, const char* key, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_set_secondary_integer(timemory_region* region, int component, const char* key, int64_t value) TIMEMORY_VISIBLE;
extern bool timemory_region_secondary(timemory_region* region, int component, const char* key, double* value) TIMEMORY_VISIBLE;
extern bool timemory_region_secondary_integer(timemory_region* region, int component, const char* key, int64_t* value) TIMEMORY_VISIBLE;

/*
 * Reads the component's source without a lap, in the unit of the results: for peak_rss the peak memory so far, for a clock its time.
 * Returns false for components whose value is not the difference of two readings, and for unavailable components.
 */
extern bool timemory_region_reading(timemory_region* region, int component, double* reading) TIMEMORY_VISIBLE;

/*
 * Add or subtract the totals of another region with the same components; quotients are recomputed from the sums. The call graph is not
 * changed. After a subtraction, minimum, maximum, last value and standard deviation are NAN.
 */
extern bool timemory_region_add(timemory_region* region, timemory_region* other) TIMEMORY_VISIBLE;
extern bool timemory_region_subtract(timemory_region* region, timemory_region* other) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
