/* Regions that are opened while nothing is recorded and closed when something is, and the other way round. */
#include "check.h"
#include "timemory/bundle.h"

int main(void) {
    timemory_change_setting("ENABLED", "false");
    timemory_push_region("before anything");
    check(timemory_get_begin_record("record") == UINT64_MAX, "not recorded");
    timemory_resume();
    timemory_push_region("outer"); /* inside one that is not recorded */
    timemory_pause();
    timemory_push_region("hidden");
    timemory_push_region("hidden");
    timemory_resume();
    timemory_push_region("hidden"); /* no longer hidden */
    timemory_pop_region("hidden");
    timemory_pop_region("hidden");
    timemory_pause();
    timemory_pop_region("hidden");
    timemory_pop_region("outer"); /* recorded, as it was when it was opened */
    timemory_resume();
    timemory_pop_region("before anything");
    timemory_push_region("after");
    timemory_pop_region("after");
    return 0;
}
