/* The macros of timemory/timemory.h. */
#include <string.h>
#include <timemory/timemory.h>

#include "check.h"

static void work(void) {
    void* timer = TIMEMORY_BASIC_AUTO_TIMER("");
    void* marker = TIMEMORY_BLANK_MARKER("marker", WALL_CLOCK, TIMEMORY_TRIP_COUNT);
    check(timer != NULL && marker != NULL, "recorded");
    FREE_TIMEMORY_MARKER(marker);
    FREE_TIMEMORY_AUTO_TIMER(timer);
    void* other = TIMEMORY_C_BASIC_MARKER("other", WALL_CLOCK);
    FREE_TIMEMORY_C_MARKER(other);
}

int main(int argc, char** argv) {
    timemory_settings settings = TIMEMORY_SETTINGS_INIT;
    settings.cout_output = 0;
    TIMEMORY_INIT(argc, argv, settings);
    check(c_timemory_enabled() == 1, "enabled");
    work();
    work();
    void* timer = TIMEMORY_AUTO_TIMER("x");
    FREE_TIMEMORY_AUTO_TIMER(timer);
    check(strstr(c_timemory_label("f", "/a/b.c", 7, ""), "f/b.c:7") != NULL, "label");
    timemory_pause();
    check(TIMEMORY_BLANK_AUTO_TIMER("none") == NULL, "nothing while paused");
    FREE_TIMEMORY_AUTO_TIMER(NULL);
    TIMEMORY_FINALIZE();
    return 0;
}
