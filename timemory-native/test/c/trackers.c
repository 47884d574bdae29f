/* Named trackers: numbers in the region that is open, combined by functions, with secondary values. */
#include <timemory/region.h>
#include <timemory/results.h>
#include <timemory/tracker.h>

#include <pthread.h>
#include <string.h>

#include "check.h"

static timemory_tracker_t iterations, load, waited;

static double ratio(double begin, double end) { return begin / end; }

static int64_t measured(int64_t before, int64_t value) {
    timemory_push_region("a combination may measure");
    timemory_pop_region("a combination may measure");
    return before * value;
}

static void fails(bool done, const char* why) { check(!done && strstr(timemory_error(), why) != NULL, timemory_error()); }

static void definitions(void) {
    iterations = timemory_tracker_create("iterations", "Iterations of the solver", NULL, TIMEMORY_TRACKER_UNSIGNED);
    load = timemory_tracker_create("load", NULL, NULL, TIMEMORY_TRACKER_FLOATING);
    waited = timemory_tracker_create("waited", "Time spent waiting", "msec", TIMEMORY_TRACKER_INTEGER);
    check(iterations != 0 && load != 0 && waited != 0, timemory_error());
    check(timemory_tracker_create("load", NULL, NULL, TIMEMORY_TRACKER_FLOATING) == load, "the same definition is the same tracker");
    check(timemory_tracker_find("load") == load && timemory_tracker_find("data_tracker_floating") != 0, timemory_error());
    fails(timemory_tracker_create("load", "Another", NULL, TIMEMORY_TRACKER_FLOATING), "'load'");
    fails(timemory_tracker_create("wall_clock", NULL, NULL, TIMEMORY_TRACKER_FLOATING), "is taken");
    fails(timemory_tracker_create("Bad Name", NULL, NULL, TIMEMORY_TRACKER_FLOATING), "lower-case");
    fails(timemory_tracker_create(NULL, NULL, NULL, TIMEMORY_TRACKER_FLOATING), "lower-case");
    fails(timemory_tracker_create("kind", NULL, NULL, (timemory_tracker_kind)7), "not a timemory_tracker_kind");
    fails(timemory_tracker_find("wall_clock"), "does not store data");
    fails(timemory_tracker_find("nothing_of_that_name"), "no component");
}

static void values(void) {
    timemory_push_components("wall_clock,iterations,load,waited");
    timemory_push_region("solve");
    timemory_push_components("wall_clock");
    timemory_push_region("inside, without trackers");
    for (int i = 0; i < 3; i++) check(timemory_tracker_store_with_integer(iterations, 2, timemory_plus_integer), timemory_error());
    check(timemory_tracker_store_with_integer(iterations, 7, measured), timemory_error());
    timemory_pop_region("inside, without trackers");
    timemory_pop_components();
    int64_t integer = -1;
    double number = -1;
    check(timemory_tracker_value_integer(iterations, &integer) && integer == 42, "the value so far");
    check(timemory_tracker_value(iterations, &number) && number == 42, "as a double");
    check(timemory_tracker_mark_begin(load, 1.5) && timemory_tracker_mark_end(load, 4), timemory_error());
    check(timemory_tracker_mark_begin(load, 8) && timemory_tracker_mark(load, &number) && number == 8, timemory_error());
    check(timemory_tracker_mark_end_with(load, 2, ratio) && timemory_tracker_value(load, &number) && number == 6.5, timemory_error());
    check(timemory_tracker_store_integer(waited, 250) && timemory_tracker_value_integer(waited, &integer) && integer == 250,
          "numbers are in the unit of the tracker");
    fails(timemory_tracker_store_integer(waited, INT64_MAX), "too large for the unit");

    fails(timemory_tracker_store(iterations, 0.5), "not a 64-bit integer");
    fails(timemory_tracker_store_integer(iterations, -1), "below 0");
    fails(timemory_tracker_store_with(load, 1, NULL), "the combination is NULL");
    fails(timemory_tracker_store(0, 1), "0 is not the number of a tracker");
    fails(timemory_tracker_store(12345, 1), "12345 is not the number of a tracker");

    check(timemory_tracker_add_secondary_integer(iterations, "warm", 1) && timemory_tracker_add_secondary_integer(iterations, "warm", 2),
          timemory_error());
    check(timemory_tracker_add_secondary_with(load, "largest", 3, timemory_max) &&
              timemory_tracker_add_secondary_with(load, "largest", 2, timemory_max) &&
              timemory_tracker_add_secondary_with(load, "smallest", 3, timemory_min) &&
              timemory_tracker_add_secondary_with(load, "smallest", 2, timemory_min),
          timemory_error());
    check(timemory_tracker_secondary(load, "smallest", &number) && number == 2, "what a key has");
    check(!timemory_tracker_secondary(load, "nothing", &number) && number == 0, "a key without anything");
    timemory_pop_region("solve");
    timemory_pop_components();
}

static void* of_another_thread(void* unused) {
    (void)unused;
    fails(timemory_tracker_store(load, 1), "no region with load is open on this thread");
    timemory_region* own = timemory_region_create("thread", "load");
    timemory_region_start(own);
    check(timemory_tracker_store(load, 3), timemory_error());
    timemory_region_stop(own);
    timemory_region_destroy(own);
    return NULL;
}

static void objects(void) {
    timemory_region* data = timemory_region_create("data", "load,waited");
    double number;
    int64_t integer;
    check(!timemory_region_value(data, 0, &number) && number == 0, "no lap runs");
    timemory_region_start(data);
    check(timemory_region_mark_begin_integer(data, 1, INT64_C(1) << 40) &&
              timemory_region_mark_end_integer(data, 1, (INT64_C(1) << 40) + 1),
          timemory_error());
    check(timemory_region_value_integer(data, 1, &integer) && integer == 1, "integers are exact");
    check(timemory_region_store(data, 0, 2) && timemory_region_value(data, 0, &number) && number == 2, timemory_error());
    check(timemory_region_add_secondary(data, 0, "part", 1) && timemory_region_set_secondary(data, 0, "part", 5) &&
              timemory_region_add_secondary(data, 0, "part", 2) && timemory_region_secondary(data, 0, "part", &number) && number == 7,
          timemory_error());
    timemory_region_stop(data);
    timemory_region_destroy(data);
}

int main(void) {
    definitions();
    values();
    pthread_t thread;
    check(pthread_create(&thread, NULL, of_another_thread, NULL) == 0 && pthread_join(thread, NULL) == 0, "a thread");
    objects();
    for (int i = 1; i <= 2; i++)
        check(timemory_tracker_track(load, "step", i) && timemory_tracker_track_integer(iterations, "step", i), "");
    timemory_pause();
    check(timemory_tracker_store(load, 1) && timemory_tracker_track(load, "paused", 1), "nothing is done while measuring is off");
    timemory_resume();
    char* table = timemory_table("iterations");
    check(table != NULL && strstr(table, "ITERATIONS OF THE SOLVER") != NULL, timemory_error());
    timemory_free(table);
    return 0;
}
