/* Mistakes and hostile names end nothing, and lose nothing. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "check.h"
#include "timemory/library.h"

int main(void) {
    check(freopen("stderr", "w", stderr) != NULL, "stderr");
    /* Tables are not read here, and a name of 100,000 letters makes them wide. */
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    setenv("TIMEMORY_TEXT_OUTPUT", "false", 1);
    timemory_push_components("wall_clock, no_such_thing");
    timemory_push_region(NULL);
    timemory_pop_region(NULL);
    timemory_pop_region("never pushed");
    timemory_end_record(12345);
    timemory_end_record(UINT64_MAX);
    timemory_push_region("");
    timemory_pop_region("");
    timemory_push_region("quote\" \\ back\n line \xff\xfe not UTF-8");
    timemory_pop_region("quote\" \\ back\n line \xff\xfe not UTF-8");
    char* huge = malloc(100001);
    memset(huge, 'x', 100000);
    huge[100000] = '\0';
    timemory_push_region(huge);
    timemory_pop_region(huge);
    free(huge);
    timemory_push_components_enum(2, 70000, -1);
    timemory_push_region("by no number");
    timemory_pop_region("by no number");
    timemory_pop_components();
    timemory_push_components("wal_clock;peek_rss"); /* those in force are measured */
    timemory_push_region("misspelt");
    timemory_pop_region("misspelt");
    timemory_pop_components();
    timemory_add_components("wal_clock");
    timemory_remove_components("wal_clock"); /* nothing to add, nothing to take away */
    timemory_end_record(timemory_get_begin_record_types("record misspelt", "wal_clock"));
    timemory_pop_components();
    timemory_pop_components(); /* one too many */
    uint64_t id = timemory_get_begin_record_types("ended twice", "wall_clock");
    timemory_end_record(id);
    timemory_end_record(id);

    timemory_push_region("after all");
    timemory_pop_region("after all");
    timemory_finalize_library();
    timemory_finalize_library();
    timemory_push_region("too late");
    timemory_pop_region("too late");
    return 0;
}
