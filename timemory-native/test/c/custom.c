/* Components of the program's own, by functions. */
#include <timemory/component.h>
#include <timemory/results.h>

#include <math.h>
#include <string.h>

#include "check.h"

struct count {
    double before, value;
    int laps;
};

static double made = 100;

static void start(void* memory) {
    struct count* count = memory;
    check(count->laps >= 0 && count->laps < 5, "memory is zeroed and kept");
    count->before = made;
}

static void stop(void* memory) {
    struct count* count = memory;
    count->value = made - count->before;
    count->laps++;
}

static double value(void* memory) { return ((struct count*)memory)->value; }

static double no_value(void* memory) {
    (void)memory;
    return NAN;
}

static timemory_component component(const char* id, const char* unit, double (*value)(void*)) {
    timemory_component made = {
        .id = id, .description = "Things made", .unit = unit, .size = sizeof(struct count), .start = start, .stop = stop, .value = value};
    return made;
}

int main(void) {
    timemory_component things = component("things", NULL, value), millis = component("millis", "msec", value),
                       broken = component("broken", NULL, no_value);
    check(timemory_register_component(&things) && timemory_register_component(&millis) && timemory_register_component(&broken),
          timemory_error());
    check(!timemory_register_component(&things) && strstr(timemory_error(), "'things'") != NULL, timemory_error());
    timemory_component nameless = component("Bad Name", NULL, value), missing = component("missing", NULL, value),
                       clock = component("wall_clock", NULL, value);
    check(!timemory_register_component(&nameless) && strstr(timemory_error(), "lower-case") != NULL, timemory_error());
    missing.stop = NULL;
    check(!timemory_register_component(&missing) && strstr(timemory_error(), "start and stop") != NULL, timemory_error());
    check(!timemory_register_component(&clock) && strstr(timemory_error(), "is taken") != NULL, timemory_error());
    check(!timemory_register_component(NULL), "NULL is refused");

    timemory_push_components("wall_clock,things,millis,broken");
    for (int i = 1; i <= 3; i++) {
        timemory_push_region("make");
        made += i;
        timemory_pop_region("make");
    }
    timemory_region* region = timemory_region_create("by hand", "millis");
    timemory_region_start(region);
    made += 250;
    timemory_region_stop(region);
    timemory_totals totals;
    check(timemory_region_get(region, 0, 0, &totals) && totals.laps == 1 && totals.sum == 0.25, "values are in the unit of files");
    timemory_region_destroy(region);
    char* table = timemory_table("things");
    check(table != NULL && strstr(table, "THINGS MADE") != NULL && strstr(table, ">>> make") != NULL, "the table of a custom component");
    timemory_free(table);
    region = timemory_region_create("nothing", "broken");
    timemory_region_start(region);
    timemory_region_stop(region);
    check(timemory_region_get(region, 0, 0, &totals) && totals.laps == 0, "what is not a number is not recorded");
    timemory_region_destroy(region);
    return 0;
}
