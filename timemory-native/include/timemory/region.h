/*
 * More of regions as objects (timemory_region of timemory/bundle.h): data of the program's own in their laps, and arithmetic of their
 * totals.
 *
 * A region is used by one thread at a time. What fails returns false, and timemory_error says why. A component is told by its number,
 * counted from 0 in the order in which the region's components were named.
 */
#ifndef TIMEMORY_REGION_H
#define TIMEMORY_REGION_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Stores a number in the lap that runs, whose value it is: of data_tracker_integer, data_tracker_unsigned or data_tracker_floating. Of
 * several the last counts. Where no lap runs, the number is a lap of its own. Integers take no fractions, and unsigned ones nothing below
 * 0.
 */
extern bool timemory_region_store(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_store_integer(timemory_region* region, int component, int64_t value) TIMEMORY_VISIBLE;

/* Adds to the value of the lap that runs how much larger the number at the end is than that at the beginning. */
extern bool timemory_region_mark_begin(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;
extern bool timemory_region_mark_end(timemory_region* region, int component, double value) TIMEMORY_VISIBLE;

/*
 * What the component's source reads now, without a lap, in the unit that results are written in: of peak_rss the most memory that the
 * process had so far, of a clock the time that it shows. False for components whose value is not the difference of two readings, and for
 * those that cannot be measured here.
 */
extern bool timemory_region_reading(timemory_region* region, int component, double* reading) TIMEMORY_VISIBLE;

/*
 * Adds to the totals of a region those of another with the same components, or takes them away: sums become sums or differences, and
 * quotients those of these. The call graph stays as it is. What remains after a subtraction has no smallest, largest, last or spread, which
 * are NAN then.
 */
extern bool timemory_region_add(timemory_region* region, timemory_region* other) TIMEMORY_VISIBLE;
extern bool timemory_region_subtract(timemory_region* region, timemory_region* other) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
