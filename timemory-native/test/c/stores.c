/* Data of the program's own in regions that are objects, their arithmetic, and results before the end. */
#include <timemory/region.h>
#include <timemory/results.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static timemory_totals totals_of(timemory_region* region, int component) {
    timemory_totals totals;
    check(timemory_region_get(region, component, 0, &totals), "totals");
    return totals;
}

int main(void) {
    timemory_region* data = timemory_region_create("data", "wall_clock,data_tracker_integer,data_tracker_floating,data_tracker_unsigned");
    timemory_region_start(data);
    check(timemory_region_store_integer(data, 1, 1) && timemory_region_store_integer(data, 1, INT64_MAX), timemory_error());
    check(timemory_region_mark_begin(data, 2, 1.5) && timemory_region_mark_end(data, 2, 4), timemory_error());
    timemory_region_stop(data);
    check(totals_of(data, 1).sum == (double)INT64_MAX && totals_of(data, 2).sum == 2.5 && totals_of(data, 0).laps == 1,
          "the last that was stored, and marks");
    check(timemory_region_store(data, 2, 0.5) && totals_of(data, 2).laps == 2 && totals_of(data, 2).last == 0.5, "a lap of its own");

    check(!timemory_region_store(data, 0, 1) && strstr(timemory_error(), "does not store data") != NULL, timemory_error());
    check(!timemory_region_store(data, 1, 0.5) && strstr(timemory_error(), "not a 64-bit integer") != NULL, timemory_error());
    check(!timemory_region_store(data, 3, -1) && strstr(timemory_error(), "below 0") != NULL, timemory_error());
    check(!timemory_region_store(data, 4, 1) && strstr(timemory_error(), "no component 4") != NULL, timemory_error());
    check(!timemory_region_mark_end(data, 2, 1) && strstr(timemory_error(), "not started") != NULL, timemory_error());
    check(!timemory_region_store(NULL, 0, 1) && strstr(timemory_error(), "timemory_region_store") != NULL, timemory_error());

    double reading = 0;
    timemory_region* memory = timemory_region_create("memory", "peak_rss,cpu_util");
    check(timemory_region_reading(memory, 0, &reading) && reading > 1 && reading < 1e5, "the peak in megabytes");
    check(!timemory_region_reading(memory, 1, &reading) && strstr(timemory_error(), "cpu_util") != NULL, timemory_error());
    timemory_region_destroy(memory);

    timemory_region *one = timemory_region_create("one", "data_tracker_floating"),
                    *two = timemory_region_create("two", "data_tracker_floating");
    timemory_region_store(one, 0, 5);
    timemory_region_store(two, 0, 3);
    check(timemory_region_add(one, two) && totals_of(one, 0).sum == 8 && totals_of(one, 0).laps == 2 && totals_of(one, 0).min == 3,
          "added");
    check(timemory_region_subtract(one, two) && totals_of(one, 0).sum == 5 && totals_of(one, 0).laps == 1 && isnan(totals_of(one, 0).max),
          "taken away");
    check(!timemory_region_add(one, data) && strstr(timemory_error(), "in common") != NULL, timemory_error());
    timemory_region_reset(one);
    check(totals_of(one, 0).laps == 0, "reset");
    timemory_region_destroy(one);
    timemory_region_destroy(two);
    timemory_region_destroy(data);

    timemory_region* unfilled = timemory_region_create("unfilled", "user_trace_bundle");
    check(unfilled != NULL, timemory_error());
    timemory_region_start(unfilled);
    timemory_region_stop(unfilled);
    timemory_region_destroy(unfilled);
    timemory_bundle_t later = timemory_bundle_create("user_global_bundle");
    check(later != 0, timemory_error());
    timemory_bundle_push(later, "unfilled");
    timemory_bundle_pop(later, "unfilled");

    check(timemory_report("before/clear"), timemory_error());
    check(access("before/clear/data_tracker_floating.json", R_OK) == 0 && access("timemory-output", F_OK) != 0,
          "files where they were asked for");
    timemory_clear();
    char* forgotten = timemory_results_components();
    check(strcmp(forgotten, "") == 0, forgotten);
    timemory_free(forgotten);
    timemory_push_region("after");
    timemory_pop_region("after");
    return 0;
}
