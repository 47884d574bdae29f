/* Empty or nonsensical arguments: none of them ends a process. */
#include <string.h>

#include "check.h"
#include "timemory/bundle.h"
#include "timemory/timemory.h"

static void all(void) {
    uint64_t id = 0;
    timemory_begin_record("x", NULL);
    timemory_begin_record(NULL, &id);
    timemory_begin_record_types("x", NULL, "wall_clock");
    timemory_begin_record_types("x", &id, NULL);
    timemory_begin_record_enum("x", NULL, WALL_CLOCK, TIMEMORY_COMPONENTS_END);
    timemory_create_record(NULL, NULL, 0, NULL);
    timemory_create_record("x", &id, 5, NULL);
    timemory_end_record(id);
    timemory_delete_record(77);
    timemory_add_hash_id(3, NULL);
    timemory_add_hash_ids(3, NULL, NULL);
    timemory_push_trace_hash(99);
    timemory_pop_trace_hash(99);
    check(c_timemory_label(NULL, NULL, 0, NULL) != NULL, "a label of nothing");
    check(cxx_timemory_label(9, 0, NULL, NULL, NULL) != NULL, "a label of nothing");
    c_timemory_basic_label(NULL, NULL);
    c_timemory_delete_auto_tuple((void*)12345);
    c_timemory_delete_auto_timer((void*)-2L);
    c_timemory_delete_auto_timer(c_timemory_create_auto_timer(NULL));
    c_timemory_delete_auto_tuple(c_timemory_create_auto_tuple(NULL, WALL_CLOCK, TIMEMORY_COMPONENTS_END));
    c_timemory_delete_auto_tuple(cxx_timemory_create_auto_tuple("x", 3, NULL));
    timemory_push_region(NULL);
    timemory_pop_region(NULL);
    timemory_push_trace(NULL);
    timemory_pop_trace(NULL);
    timemory_is_throttled(NULL);
    timemory_reset_throttle(NULL);
    timemory_set_default(NULL);
    timemory_add_components(NULL);
    timemory_remove_components(NULL);
    timemory_push_components(NULL);
    timemory_pop_components();
    timemory_push_components_enum(3, 1000, -5, 2000);
    timemory_pop_components();
    timemory_set_environ(NULL, NULL, 1, 1);
    timemory_set_environ("", "x", 1, 1);
    timemory_trace_set_env(NULL, NULL);
    timemory_bundle_push(999, "x");
    timemory_bundle_pop(999, "x");
    timemory_bundle_begin(0, NULL);
    check(timemory_bundle_create(NULL) == 0, "no bundle of nothing");
    timemory_region* region = timemory_region_create("r", "wall_clock");
    check(!timemory_region_get(region, 0, 0, NULL), "nowhere to put it");
    timemory_region_destroy(region);
    timemory_region_start(NULL);
    timemory_region_stop(NULL);
    timemory_region_reset(NULL);
    timemory_region_destroy(NULL);
    timemory_free(timemory_results(NULL, true));
    timemory_free(timemory_setting(NULL));
    timemory_change_setting(NULL, NULL);
    timemory_named_init_library(NULL);
}

int main(int argc, char** argv) {
    (void)argc;
    all(); /* before anything is measured, */
    timemory_push_region("warm");
    timemory_pop_region("warm");
    all(); /* while something is, */
    timemory_finalize_library();
    all(); /* and afterwards */
    timemory_init_library(-4, argv);
    timemory_init_library(5, NULL);
    return 0;
}
