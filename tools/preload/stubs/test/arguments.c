/* Calls functions with arguments of every kind, each twice: the first call is the one that finds the function. */
#include <errno.h>
#include <stdio.h>

#include "../../../../timemory-native/test/c/check.h"
#include "timemory/context.h"
#include "timemory/region.h"
#include "timemory/timemory.h"

int main(int argc, char** argv) {
    for (int i = 0; i < 2; i++) {
        errno = 42;
        uint64_t id = 1;
        timemory_begin_record_enum("record", &id, 1, 2, 3, 4, 5, 6, 7, 8, TIMEMORY_COMPONENTS_END);
        check(id == 36, "any number of arguments");
        check(timemory_region_store((timemory_region*)argv, 2, 2.5), "an argument in a vector register");
        timemory_settings settings = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        c_timemory_init(argc, argv, settings);
        check(c_timemory_enabled() == 45, "a structure on the stack");
        timemory_context_add_laps(1, 2, "name", 3, (int64_t[]){4, 5, 6});
        check(timemory_get_begin_record(NULL) == 1 + 2 + 3 + 15, "five arguments in registers");
        check(errno == 42, "errno as it was");
    }
    return 0;
}
