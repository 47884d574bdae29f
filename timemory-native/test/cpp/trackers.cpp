// Named trackers as types, papi_tuple, and numbers of a component of the program's own.
#define TIMEMORY_USER_COMPONENT_ENUM THINGS_idx, NOTHING_idx,
#include <timemory/timemory.h>

#include <functional>
#include <string>

#include "../c/check.h"

using namespace timemory::component;

struct iterations : timemory::tracker<iterations, std::uint64_t> {
    static constexpr const char* name() { return "iterations"; }
    static constexpr const char* description() { return "Iterations of the solver"; }
};

struct residual : timemory::tracker<residual, double> {
    static constexpr const char* name() { return "residual"; }
};

struct waited : timemory::tracker<waited, int> {
    static constexpr const char* name() { return "waited"; }
    static constexpr const char* unit() { return "msec"; }
};

struct taken : timemory::tracker<taken, float> {
    static constexpr const char* name() { return "wall_clock"; }
};

struct things {
    static constexpr const char* name() { return "things"; }
    void start() {}
    void stop() {}
    double value() const { return 2; }
};

static void trackers() {
    timemory::measure<wall_clock, iterations, residual, waited>("solve", [] {
        for (int i = 0; i < 3; i++) check(timemory::store<iterations>(std::plus<std::uint64_t>(), 2), timemory_error());
        int calls = 0;
        timemory::store<iterations>([&](std::uint64_t before, std::uint64_t value) { return calls++, before * value; }, 7);
        check(calls == 1 && timemory::value_of<iterations>() == 42, "a function with its own data");
        check(!timemory::store<iterations>(UINT64_MAX) && std::string(timemory_error()).find("below 0") != std::string::npos, timemory_error());
        timemory::mark_begin<residual>(1.5);
        timemory::mark_end<residual>(4);
        timemory::mark_begin<residual>(8);
        timemory::mark_end<residual>(std::divides<double>(), 2);
        check(timemory::value_of<residual>() == 6.5, "marks");
        timemory::store<waited>(250);
        timemory::add_secondary<iterations>("warm", 1);
        timemory::add_secondary<iterations>(std::string("warm"), 2);
        auto larger = [](double a, double b) { return a > b ? a : b; };
        timemory::add_secondary<residual>("largest", larger, 3);
        timemory::add_secondary<residual>("largest", larger, 2);
        double value = 0;
        check(timemory::secondary_of<residual>("largest", value) && value == 3, "what a key has");
        check(!timemory::secondary_of<residual>("nothing", value) && value == 0, "a key without anything");
        try {
            timemory::store<residual>([](double, double) -> double { throw std::runtime_error("thrown"); }, 1);
            check(false, "exceptions pass");
        } catch (const std::runtime_error&) {
        }
    });
    timemory::bundle<waited> step("step");
    step.start();
    timemory::store<waited>(std::plus<int>(), 500);
    step.stop();
    check(step.get<waited>().sum == 0.5, "in the unit of files");
    for (double r : {4.0, 1.0}) timemory::track<residual>("residuals", r);
    timemory::register_tracker<residual>();
    {
        timemory::region named("by name", "residual");
        timemory::store<residual>(1);
    }
    check(!timemory::store<residual>(1) && std::string(timemory_error()).find("no region with residual") != std::string::npos, "no region");
    try {
        timemory::register_tracker<taken>();
        check(false, "names are taken once");
    } catch (const std::invalid_argument& why) {
        check(std::string(why.what()).find("is taken") != std::string::npos, why.what());
    }
}

static void events() {
    // PAPI_TOT_INS and PAPI_TOT_CYC of papi.h, whatever PAPI counts here.
    using counts = timemory::papi_tuple<int(0x80000032), int(0x8000003b)>;
    using rates = timemory::papi_rate_tuple<wall_clock, int(0x80000032)>;
    timemory::bundle<wall_clock, counts, rates> counted("counted");
    counted.start();
    counted.stop();
    check(counted.get<wall_clock>().laps == 1 && counted.get<counts>(1).laps <= 1, "left out where they cannot be counted");
    check(std::string(counts::name()).compare(0, 5, "papi_") == 0, counts::name());
    try {
        timemory::papi_tuple<1, 1>::name();
        check(false, "an event is named once");
    } catch (const std::invalid_argument& why) {
        check(std::string(why.what()).find("twice") != std::string::npos, why.what());
    }
    try {
        timemory::papi_rate_tuple<peak_rss, 1>::name();
        check(false, "rates are by a clock");
    } catch (const std::invalid_argument& why) {
        check(std::string(why.what()).find("not a clock") != std::string::npos, why.what());
    }
}

static void numbers() {
    check(!timemory_set_component_number("things", THINGS_idx) && std::string(timemory_error()).find("register it") != std::string::npos, "early");
    timemory::register_component<things>();
    check(timemory_set_component_number("things", THINGS_idx) && timemory_set_component_number("things", THINGS_idx), timemory_error());
    check(!timemory_set_component_number("things", NOTHING_idx) && std::string(timemory_error()).find("already") != std::string::npos, "one number");
    check(!timemory_set_component_number("residual", THINGS_idx) && std::string(timemory_error()).find("things") != std::string::npos, "one component");
    check(!timemory_set_component_number("residual", TIMEMORY_COMPONENTS_END), "the end of lists");
    check(!timemory_set_component_number("residual", WALL_CLOCK), "one of timemory's");
    void* marker = TIMEMORY_C_BLANK_MARKER("marked", WALL_CLOCK, THINGS_idx);
    FREE_TIMEMORY_C_MARKER(marker);
    timemory_push_components_enum(2, THINGS_idx, WALL_CLOCK);
    timemory_push_region("pushed");
    timemory_pop_region("pushed");
    timemory_pop_components();
}

int main() {
    trackers();
    events();
    numbers();
    return 0;
}
