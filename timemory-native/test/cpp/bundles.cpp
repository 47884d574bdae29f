// The C++ header, and timemory_scoped_record of timemory/library.h.
#include <timemory/timemory.h>

#include <string>
#include <type_traits>

static_assert(!std::is_copy_constructible<timemory::region>::value, "a region ends once");

#include "../c/check.h"

TIMEMORY_COMPONENT(no_such_component)

using namespace timemory::component;

static int thrower() { throw std::runtime_error("thrown"); }

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    timemory::auto_bundle<wall_clock, trip_count> whole("main");
    {
        timemory_scoped_record record("scoped", TIMEMORY_WALL_CLOCK, CPU_CLOCK);
        timemory_scoped_record named("named", "wall_clock");
        timemory::region part(std::string("part"));
    }
    check(timemory::measure<wall_clock>("measured", [] { return 42; }) == 42, "value returned");
    timemory::measure<wall_clock>("void", [] {});
    try {
        timemory::measure<wall_clock>("throws", thrower);
        check(false, "exceptions pass");
    } catch (const std::runtime_error&) {
    }
    timemory::bundle<peak_rss, wall_clock> step("step");
    for (int i = 0; i < 3; i++) {
        step.start();
        step.stop();
    }
    timemory::bundle<peak_rss, wall_clock> moved = std::move(step);
    check(moved.get<wall_clock>().laps == 3 && moved.get<wall_clock>().sum > 0 && !moved.is_running(), "totals");
    try {
        timemory::auto_bundle<wall_clock, no_such_component> none("none");
        check(false, "unknown components are refused");
    } catch (const std::invalid_argument& why) {
        check(std::string(why.what()).find("no_such_component") != std::string::npos, why.what());
    }
    whole.stop();
    return 0;
}
