// With DISABLE_TIMEMORY the C++ header exists, does nothing, and causes no compiler warnings; using missing components fails with a
// message.
#define DISABLE_TIMEMORY
#include <timemory/builder.hpp>
#include <timemory/gotcha.hpp>
#include <timemory/timemory.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <unistd.h>

#include "../c/check.h"

using namespace timemory::component;

struct things {
    static constexpr const char* name() { return "things"; }
    void start() { check(false, "nothing is started"); }
    void stop() {}
    double value() const { return 0; }
};

struct steps : timemory::tracker<steps, int> {
    static constexpr const char* name() { return "steps"; }
};

struct none {
    double operator()(double) const { return 0; }
};

static volatile double one = 1;

static void trackers() {
    timemory::register_tracker<steps>();
    check(timemory::measure<wall_clock, steps>("stored", [] { return timemory::store<steps>(3); }), "nothing is refused");
    auto never = [](int, int) -> int { throw 1; };
    check(timemory::store<steps>(never, 3) && timemory::mark_begin<steps>(1) && timemory::mark_end<steps>(2) && timemory::mark_end<steps>(never, 2), "");
    check(timemory::add_secondary<steps>("key", 1) && timemory::add_secondary<steps>("key", never, 1) && timemory::track<steps>("label", 1), "");
    int value = 0;
    check(timemory::value_of<steps>() == 0 && !timemory::secondary_of<steps>("key", value), "nothing is there");
    timemory::bundle<timemory::papi_tuple<1, 2>, timemory::papi_rate_tuple<wall_clock, 1>> events("events");
    events.start();
    check(timemory_set_component_number("things", 82), "no number is needed");
}

static void gotchas() {
    using replaced = timemory::gotcha<1, timemory::bundle<>, none>;
    using measured = timemory::gotcha<4, timemory::bundle<wall_clock, things>>;
    using stream = std::basic_ostream<char>;
    replaced::initializer() = [] { TIMEMORY_C_GOTCHA(replaced, 0, exp); };
    measured::priority() = 1;
    measured::initializer() = [] {
        TIMEMORY_CXX_GOTCHA_TOOL(measured, 0, std::get_terminate, "ends");
        measured::construct<1>(static_cast<stream& (stream::*)(char)>(&stream::put));
        measured::construct<2, double, double>(&std::sin, "sin");
        TIMEMORY_DERIVED_GOTCHA(measured, 3, cos, "sin");
    };
    replaced replacing;
    measured::start();
    check(std::exp(one) > 2 && timemory_gotcha_permit(measured::handle(), "none"), "functions are as they are");
    measured::stop();
}

static void builders() {
    const auto tools = timemory::bundle_builder<wall_clock>().optional<peak_rss>().user_bundle("SOLVER").percentiles(50, 99).build();
    auto part = tools.open("part");
    auto step = tools.region("step");
    step.start();
    check(tools.measure("value", [] { return 42; }) == 42 && step.get<wall_clock>().laps == 0, "functions are called");
    auto gotcha = timemory::gotcha_builder()
                      .measure<wall_clock>()
                      .replace<double(double)>("exp", [](double (*)(double), double) { return 0.0; })
                      .start();
    check(std::exp(one) > 2, "functions are as they are");
    gotcha.end();
}

static void sections(int argc, char** argv) {
    timemory_settings settings = TIMEMORY_SETTINGS_INIT;
    TIMEMORY_INIT(argc, argv, settings);
    TIMEMORY_AUTO_TIMER("x");
    TIMEMORY_BASIC_AUTO_TIMER("x");
    TIMEMORY_BLANK_AUTO_TIMER("x", there_is_no_such_name);
    TIMEMORY_BLANK_MARKER(there_is_no_such_type, "marker");
    void* timer = TIMEMORY_C_AUTO_TIMER("x");
    void* marker = TIMEMORY_C_BLANK_MARKER("marker", WALL_CLOCK);
    FREE_TIMEMORY_MARKER(marker);
    FREE_TIMEMORY_AUTO_TIMER(timer);
    TIMEMORY_FINALIZE();
}

int main(int argc, char** argv) {
    sections(argc, argv);
    timemory::auto_bundle<wall_clock, things> whole("main");
    timemory::region part(std::string("part"));
    part = timemory::region("other", "wall_clock");
    timemory::register_component<things>();
    timemory::bundle<things, wall_clock> step("step");
    step.start();
    step.stop();
    check(timemory::measure<things>("value", [] { return 42; }) == 42 && step.get<wall_clock>().laps == 0, "functions are called");
    gotchas();
    builders();
    trackers();
    check(access("timemory-output", F_OK) != 0, "nothing is written");
    return 0;
}
