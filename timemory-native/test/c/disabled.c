/* With DISABLE_TIMEMORY nothing is left of the macros. */
#define DISABLE_TIMEMORY
#include <timemory/timemory.h>

#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
    timemory_settings settings = TIMEMORY_SETTINGS_INIT;
    TIMEMORY_INIT(argc, argv, settings);
    void* timer = TIMEMORY_AUTO_TIMER("x");
    void* marker = TIMEMORY_BLANK_MARKER("marker", WALL_CLOCK);
    check(argc == 1 && argv != NULL && timer == NULL && marker == NULL, "nothing is made");
    FREE_TIMEMORY_MARKER(marker);
    FREE_TIMEMORY_AUTO_TIMER(timer);
    TIMEMORY_FINALIZE();
    check(access("timemory-output", F_OK) != 0, "nothing is written");
    return 0;
}
