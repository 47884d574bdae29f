/* The program defines functions with the names of those that create and delete records. */
#include "check.h"
#include "timemory/library.h"

static int created, deleted;

void timemory_create_record(const char* name, uint64_t* id, int n, int* components) {
    (void)name, (void)n, (void)components;
    *id = (uint64_t)++created;
}

void timemory_delete_record(uint64_t id) { deleted += id == (uint64_t)created; }

int main(void) {
    timemory_push_region("region");
    timemory_pop_region("region");
    timemory_end_record(timemory_get_begin_record("record"));
    check(created == 2 && deleted == 2, "both were called");
    return 0;
}
