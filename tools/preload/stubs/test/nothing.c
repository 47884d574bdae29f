/* The results of the functions if nothing is measured. */
#include <math.h>
#include <string.h>

#include "../../../../timemory-native/test/c/check.h"
#include "timemory/context.h"
#include "timemory/gotcha.h"
#include "timemory/ranks.h"
#include "timemory/region.h"
#include "timemory/results.h"
#include "timemory/timemory.h"

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    check(!timemory_library_is_initialized(), "nothing is initialised");
    check(c_timemory_enabled() == 0, "nor enabled");
    check(timemory_is_throttled("trace"), "a trace is throttled");
    uint64_t id = 77;
    timemory_begin_record("record", &id);
    check(id == UINT64_MAX, "a record has no number");
    id = 77;
    timemory_begin_record_enum("record", &id, WALL_CLOCK, TIMEMORY_COMPONENTS_END);
    check(id == UINT64_MAX, "nor has one with components");
    check(timemory_get_begin_record("record") == UINT64_MAX && timemory_bundle_begin(1, "record") == UINT64_MAX, "whoever began it");
    timemory_begin_record("record", NULL);
    timemory_end_record(id);
    check(*c_timemory_label("function", "file", 1, "text") == '\0' && *timemory_error() == '\0', "texts are empty");

    timemory_bundle_t bundle = timemory_bundle_create("wall_clock");
    check(bundle != 0, "a bundle is none that could not be made");
    timemory_region* region = timemory_region_create("region", "wall_clock");
    check(region != NULL, "nor is a region");
    timemory_region_start(region);
    check(!timemory_region_is_running(region), "it does not run");
    timemory_totals totals;
    memset(&totals, 1, sizeof totals);
    check(timemory_region_get(region, 0, 0, &totals) && totals.laps == 0 && totals.sum == 0, "it has no laps");
    timemory_region_destroy(region);

    timemory_gotcha* gotcha = timemory_gotcha_create("wall_clock", 0);
    check(gotcha != NULL && timemory_gotcha_count(gotcha, "labs", 0) && timemory_gotcha_start(gotcha), "a gotcha starts");
    timemory_counted counted = {1, 1};
    check(timemory_gotcha_counted(gotcha, "labs", false, &counted) && counted.calls == 0 && counted.sum == 0, "and counts nothing");
    check(timemory_gotcha_slots(gotcha, NULL) == 0, "nor rewrites anything");

    size_t length = 77;
    check(timemory_take_results(0, &length) == NULL && length == 0, "there are no results");
    check(timemory_results("wall_clock", true) == NULL && timemory_table("wall_clock") == NULL, "nor tables");
    char* catalogue = timemory_catalogue(false);
    check(strcmp(catalogue, "{}") == 0, "there are no components");
    timemory_free(catalogue);
    check(timemory_context_here() == 0 && !timemory_context_enter(0), "nor places");
    timemory_finalize_library();
    return 0;
}
