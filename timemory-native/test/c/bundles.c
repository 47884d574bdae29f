/* The additions of timemory/bundle.h. */
#include <string.h>

#include "check.h"
#include "timemory/bundle.h"
#include "timemory/results.h"

int main(void) {
    /* Settings, before measuring begins. */
    char* value = timemory_setting("OUTPUT_PATH");
    check(strcmp(value, "timemory-output") == 0, "default");
    timemory_free(value);
    check(timemory_change_setting("TIMEMORY_FLAT_PROFILE", "off"), "set before");
    check(!timemory_change_setting("OUTPUT_PAHT", "x") && strstr(timemory_error(), "TIMEMORY_OUTPUT_PATH") != NULL, "nearest told");
    check(!timemory_change_setting("PRECISION", "many") && strstr(timemory_error(), "PRECISION") != NULL, "bad value told");
    check(timemory_setting("NONE_OF_THEM") == NULL, "no such setting");

    timemory_bundle_t tools = timemory_bundle_create("wall_clock, trip_count");
    check(tools != 0 && tools == timemory_bundle_create("wall_clock trip_count"), "one number for the same components");
    check(tools != timemory_bundle_create("trip_count"), "another for others");
    check(timemory_bundle_create("wal_clock") == 0 && strstr(timemory_error(), "wall_clock") != NULL, "nearest component told");
    check(timemory_bundle_create("") == 0, "no component");

    timemory_bundle_push(tools, "outer");
    timemory_end_record(timemory_bundle_begin(tools, "inner"));
    timemory_bundle_pop(tools, "outer");
    timemory_bundle_push(99999, "none"); /* told, and nothing else */

    timemory_region* region = timemory_region_create("region", "wall_clock,trip_count,timestamp");
    for (int i = 0; i < 3; i++) {
        timemory_region_start(region);
        check(timemory_region_is_running(region), "running");
        timemory_region_stop(region);
    }
    timemory_totals wall, trips;
    check(timemory_region_get(region, 0, 0, &wall) && timemory_region_get(region, 1, 0, &trips), "numbers");
    check(wall.laps == 3 && wall.min > 0 && wall.min <= wall.mean && wall.mean <= wall.max && wall.max < 1, "in seconds");
    check(wall.sum > 2.99 * wall.mean && wall.sum < 3.01 * wall.mean && wall.stddev >= 0, "that belong together");
    check(trips.sum == 3, "counted");
    check(!timemory_region_get(region, 2, 0, &wall) && !timemory_region_get(region, 3, 0, &wall) &&
              !timemory_region_get(region, 0, 1, &wall),
          "no numbers");
    char* when = timemory_region_text(region, 2);
    check(when != NULL && strncmp(when, "20", 2) == 0, "a time of day");
    timemory_free(when);
    check(timemory_region_text(region, 0) == NULL, "a number is no text");
    timemory_region_reset(region);
    check(timemory_region_get(region, 1, 0, &trips) && trips.laps == 0 && trips.sum == 0, "forgotten");
    timemory_region_destroy(region);
    timemory_region_destroy(NULL);
    check(timemory_region_create("x", "wal_clock") == NULL, "unknown component");

    char* ids = timemory_results_components();
    check(strcmp(ids, "wall_clock,trip_count,timestamp") == 0, ids);
    timemory_free(ids);
    char* tree = timemory_results("wall_clock", true);
    check(strstr(tree, "\"prefix\":\"outer\"") != NULL && strstr(tree, "\"prefix\":\"inner\"") != NULL, "results so far");
    timemory_free(tree);
    check(timemory_results("peak_rss", false) == NULL, "nothing recorded");
    check(timemory_results("peak_rs", false) == NULL && strstr(timemory_error(), "peak_rss") != NULL, "no such component");

    check(timemory_report("saved"), "written");
    char* saved = timemory_saved_results("saved", false);
    check(saved != NULL && saved[0] == '[' && strstr(saved, "\"wall_clock\"") != NULL && strstr(saved, ">>> |_inner") != NULL, "read back");
    timemory_free(saved);
    check(timemory_saved_results("nowhere", false) == NULL && strstr(timemory_error(), "nowhere") != NULL, "nothing there");

    char* events = timemory_hardware_events();
    check(events[0] == '[' && strstr(events, "\"page-faults\"") != NULL, "events");
    timemory_free(events);

    char* catalogue = timemory_catalogue(false);
    check(strstr(catalogue, "\"wall_clock\"") != NULL && strstr(catalogue, "OUTPUT_PATH") != NULL, "catalogue");
    timemory_free(catalogue);

    check(timemory_change_setting("TIMING_UNITS", "usec"), "changed while measuring");
    value = timemory_setting("timemory_timing_units");
    check(strcmp(value, "usec") == 0, "in force");
    timemory_free(value);
    check(!timemory_change_setting("MAX_DEPTH", "3") && strlen(timemory_error()) > 0, "too late for this one");
    return 0;
}
