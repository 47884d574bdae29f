/* Functions of the program in the place of those that create and delete records, by pointer. */
#include <string.h>

#include "check.h"
#include "timemory/timemory.h"

static int created, deleted, wall, numbers;
static uint64_t last;

static void create(const char* name, uint64_t* id, int n, int* components) {
    created += strcmp(name, "region") == 0 || strcmp(name, "record") == 0;
    numbers = n;
    wall = n > 0 && components[0] == TIMEMORY_WALL_CLOCK;
    *id = last = timemory_get_unique_id();
}

static void delete (uint64_t id) { deleted += id == last; }

/* Like those that create records of markers. */
static void* marker;

static void create_marker(const char* name, uint64_t* id, int n, int* components) {
    (void)n, (void)components;
    marker = TIMEMORY_BLANK_MARKER(name, WALL_CLOCK);
    *id = 1;
}

static void delete_marker(uint64_t id) {
    check(id == 1, "the number that was given");
    FREE_TIMEMORY_MARKER(marker);
}

int main(void) {
    timemory_push_components("wall_clock,trip_count");
    timemory_push_region("before");
    timemory_create_function = create;
    timemory_delete_function = delete;
    timemory_push_region("region");
    check(created == 1 && numbers == 2 && wall, "created with the components in force");
    timemory_pop_region("region");
    check(deleted == 1, "deleted");
    uint64_t id = timemory_get_begin_record_enum("record", WALL_CLOCK, TIMEMORY_COMPONENTS_END);
    check(id == last && numbers == 1, "created with the components named");
    timemory_end_record(id);
    check(created == 2 && deleted == 2, "as often as asked for");
    id = timemory_get_begin_record_types("record", "wall_clock");
    check(id == last && numbers == 1 && wall, "created with the components named");
    timemory_end_record(id);
    timemory_begin_record_types("record", &id, "wall_clock,peak_rss");
    check(id == last && numbers == 2, "created with the components named");
    timemory_end_record(id);
    check(created == 4 && deleted == 4, "as often as asked for");
    timemory_pause();
    timemory_push_region("unrecorded");
    timemory_resume();
    timemory_push_region("region");
    check(created == 5, "created as measuring is on again");
    timemory_pop_region("region");
    check(deleted == 5, "the pop is of the latest push, not of the one while measuring was off");
    timemory_pop_region("unrecorded");
    check(deleted == 5, "what was not recorded has no record to delete");
    timemory_create_function = create_marker;
    timemory_delete_function = delete_marker;
    timemory_end_record(timemory_get_begin_record("marker"));
    timemory_create_function = NULL;
    timemory_delete_function = NULL;
    timemory_pop_region("before");
    timemory_push_region("after");
    timemory_pop_region("after");
    return 0;
}
