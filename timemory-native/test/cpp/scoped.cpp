// C++ timers and markers end with their scope, even if it is left by an exception.
#include <timemory/timemory.h>

#include <stdexcept>
#include <string>

#include "../c/check.h"

using tools = timemory::auto_bundle<timemory::component::wall_clock>;

static void inner() { TIMEMORY_BLANK_AUTO_TIMER("inner"); }

static void several(int n) {
    TIMEMORY_BLANK_AUTO_TIMER(std::string("outer"));
    TIMEMORY_BASIC_AUTO_TIMER("");
    TIMEMORY_BASIC_AUTO_TIMER("part ", n);
    if (n > 0) throw std::runtime_error("left");
}

static void marked() {
    TIMEMORY_BLANK_MARKER(tools, "marker");
    TIMEMORY_BASIC_MARKER(tools, "basic");
    TIMEMORY_AUTO_TIMER("");
}

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    inner();
    try {
        several(3);
        check(false, "it throws");
    } catch (const std::runtime_error&) {
    }
    marked();
    void* timer = TIMEMORY_C_BLANK_AUTO_TIMER("as in C");
    FREE_TIMEMORY_C_AUTO_TIMER(timer);
    timer = TIMEMORY_C_BLANK_AUTO_TIMER("as in C");
    FREE_TIMEMORY_AUTO_TIMER(timer);
    timemory_push_region("after");
    timemory_pop_region("after");
    timemory_finalize_library();
    return 0;
}
