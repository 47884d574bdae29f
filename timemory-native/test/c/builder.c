/* The additions of timemory/builder.h. */
#define _GNU_SOURCE
#include "timemory/builder.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static timemory_bundle_t built(const char* components, const char* optional, const char* user_bundles, const char* percentiles,
                               const char* scope) {
    timemory_bundle_options options = {components, optional, user_bundles, percentiles, scope};
    return timemory_bundle_build(&options);
}

static void check_refused(timemory_bundle_t bundle, const char* why) {
    check(bundle == 0 && strstr(timemory_error(), why) != NULL, timemory_error());
}

int main(void) {
    setenv("TIMEMORY_BUILT_COMPONENTS", "trip_count", 1);
    timemory_bundle_t tools = built("wall_clock", "thread_cpu_clock, cuda_event", "BUILT", "50,99.9", "flat");
    check(tools != 0, timemory_error());
    check(tools == built("wall_clock", "thread_cpu_clock, cuda_event", "BUILT", "50,99.9", "FLAT"), "one number for the same options");
    check(tools != built("wall_clock", NULL, NULL, NULL, NULL), "another for others");

    check_refused(built("wal_clock", NULL, NULL, NULL, NULL), "wall_clock");
    check_refused(built("wall_clock wall_clock", NULL, NULL, NULL, NULL), "duplicate component");
    check_refused(built("wall_clock", NULL, NULL, "101", NULL), "at most 100");
    check_refused(built("wall_clock", NULL, NULL, "half", NULL), "half");
    check_refused(built("wall_clock", NULL, NULL, NULL, "round"), "tree, flat or timeline");
    check_refused(built(NULL, NULL, "no-label", NULL, NULL), "letters");
    check_refused(built(NULL, NULL, NULL, NULL, NULL), "1 to 64");
    check_refused(timemory_bundle_build(NULL), "1 to 64");
    check(timemory_bundle_region(9999, "x") == NULL && strstr(timemory_error(), "9999") != NULL, "no such bundle");

    timemory_bundle_push(tools, "outer");
    for (int i = 0; i < 20; i++) {
        timemory_bundle_push(tools, "inner");
        timemory_bundle_pop(tools, "inner");
    }
    timemory_bundle_pop(tools, "outer");

    timemory_region* region = timemory_bundle_region(tools, "region");
    for (int i = 0; i < 3; i++) {
        timemory_region_start(region);
        timemory_region_stop(region);
    }
    timemory_totals wall, trips;
    check(timemory_region_get(region, 0, 0, &wall) && wall.laps == 3 && wall.sum > 0, "the component that is named first");
    check(timemory_region_get(region, 3, 0, &trips) && trips.sum == 3, "that of the user bundle, after the optional ones");
    timemory_region_destroy(region);
    return 0;
}
