/* Calls each function as programs do that were written for timemory's own library. */
#include <timemory/library.h>
#include <timemory/timemory.h>

#include "check.h"

int main(int argc, char** argv) {
    timemory_set_environ("TIMEMORY_TIMING_UNITS", "msec", 0, 1);
    timemory_init_library(argc, argv);
    if (!timemory_library_is_initialized()) timemory_named_init_library("name");
    timemory_set_default("wall_clock, trip_count");

    timemory_push_region("main");

    timemory_pause();
    timemory_push_region("hidden");
    uint64_t hidden = timemory_get_begin_record("hidden");
    check(hidden == UINT64_MAX, "nothing is recorded while paused");
    timemory_end_record(hidden);
    timemory_pop_region("hidden");
    timemory_resume();

    timemory_add_components("peak_rss");
    timemory_push_region("with peak");
    timemory_pop_region("with peak");
    timemory_remove_components("peak_rss;page_rss");

    uint64_t id = timemory_get_begin_record("indexed");
    timemory_end_record(id);
    timemory_begin_record("indexed again", &id);
    timemory_end_record(id);

    timemory_begin_record_enum("enumerated", &id, TIMEMORY_TRIP_COUNT, TIMEMORY_WALL_CLOCK, TIMEMORY_COMPONENTS_END);
    timemory_end_record(id);
    timemory_end_record(timemory_get_begin_record_enum("enumerated too", WALL_CLOCK, TIMEMORY_COMPONENTS_END));
    timemory_begin_record_types("typed", &id, "trip_count; wall_clock");
    timemory_end_record(id);
    timemory_end_record(timemory_get_begin_record_types("typed too", "wall_clock"));

    timemory_push_components("trip_count");
    timemory_push_region("unseen by the wall clock");
    timemory_pop_region("unseen by the wall clock");
    timemory_push_components_enum(2, TIMEMORY_WALL_CLOCK, TIMEMORY_CPU_CLOCK);
    timemory_push_region("pushed");
    timemory_pop_region("pushed");
    timemory_pop_components();
    timemory_pop_components();

    /* Laps that overlap. */
    uint64_t first = timemory_get_begin_record("first");
    uint64_t second = timemory_get_begin_record("second");
    check(first != second, "numbers differ");
    timemory_end_record(first);
    timemory_end_record(second);

    /* The same in a buffer that holds another name each time. */
    char name[16];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "buffer %d", i % 2);
        timemory_push_region(name);
        timemory_pop_region(name);
    }
    check(timemory_get_unique_id() != timemory_get_unique_id(), "unique numbers");
    timemory_pop_region("main");
    timemory_finalize_library();
    return 0;
}
