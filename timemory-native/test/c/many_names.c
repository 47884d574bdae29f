/* More names than can be numbered: all are reported, and so are all regions after them. */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include "timemory/library.h"

int main(void) {
    /* Tables of 70,000 rows, which are not read here, would take most of the time. */
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    setenv("TIMEMORY_TEXT_OUTPUT", "false", 1);
    char name[32];
    for (int i = 0; i < 70000; i++) {
        snprintf(name, sizeof name, "name %d", i);
        timemory_push_region(name);
        timemory_pop_region(name);
    }
    timemory_push_region("after all");
    timemory_pop_region("after all");
    return 0;
}
