/*
 * More functions for regions as objects (timemory_region of timemory/bundle.h): storing the program's data in laps, and arithmetic with
 * totals.
 *
 * Use a region on one thread at a time. Functions that fail return false; timemory_error returns the reason. Components are numbered from 0
 * in the order of their names.
 */
#ifndef TIMEMORY_REGION_H
#define TIMEMORY_REGION_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Stores a number as the value of the running lap of data_tracker_integer, data_tracker_unsigned or data_tracker_floating; the last one
 * counts. Without a running lap, the number is recorded as a lap. Integer trackers reject fractions, and unsigned ones negative numbers.
 */
extern bool timemory_region_store(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_store_integer(timemory_region* region, int component, int64_t value) TIMEMORY_VISIBLE;

/* Add the difference between the numbers at the end and at the beginning to the value of the running lap. */
extern bool timemory_region_mark_begin(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_mark_end(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;

/*
 * Reads the component's source without a lap, in the unit of the results: for peak_rss the peak memory so far, for a clock its time.
 * Returns false for components whose value is not the difference of two readings, and for unavailable ones.
 */
extern bool timemory_region_reading(timemory_region* region, int component, double* reading) TIMEMORY_VISIBLE;

/*
 * Add or subtract the totals of another region with the same components; quotients are recomputed from the sums. The call graph is not
 * changed. After a subtraction, minimum, maximum, last value and spread are NAN.
 */
extern bool timemory_region_add(timemory_region* region, timemory_region* other) TIMEMORY_VISIBLE;
extern bool timemory_region_subtract(timemory_region* region, timemory_region* other) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
