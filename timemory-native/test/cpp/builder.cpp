// Builders: bundles with optional components, user bundles and percentiles; gotchas by lambdas.
#include "timemory/builder.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

#include "../c/check.h"

using namespace timemory::component;

static volatile double one = 1;

template <typename Function>
static void check_refused(Function make, const char* why) {
    try {
        make();
        check(false, why);
    } catch (const std::invalid_argument& refused) {
        check(std::string(refused.what()).find(why) != std::string::npos, refused.what());
    }
}

static void bundles() {
    const auto tools = timemory::bundle_builder<wall_clock, thread_cpu_clock>()
                           .add<trip_count>()
                           .optional<read_bytes, cuda_event>()
                           .user_bundle("SOLVER")
                           .percentiles(50, 99.9)
                           .build();
    check(tools.measure("solve", [] { return 42; }) == 42, "the value is returned");
    try {
        tools.measure("throws", []() -> int { throw std::runtime_error("thrown"); });
        check(false, "exceptions pass");
    } catch (const std::runtime_error&) {
    }
    {
        auto part = tools.open("part");
        auto inner = tools.open(std::string("inner"));
    }
    auto step = tools.region("step");
    for (int i = 0; i < 3; i++) {
        step.start();
        step.stop();
    }
    check(step.get<wall_clock>().laps == 3 && step.get<wall_clock>().sum > 0, "totals of the components that are named");

    check_refused([] { timemory::bundle_builder<wall_clock>().add<wall_clock>().build(); }, "duplicate component");
    check_refused([] { timemory::bundle_builder<wall_clock>().add("wal_clock").build(); }, "wall_clock");
    check_refused([] { timemory::bundle_builder<wall_clock>().percentiles(0).build(); }, "above 0");
    check_refused([] { timemory::bundle_builder<>().build(); }, "1 to 64");
    auto flat = timemory::bundle_builder<>().user_bundle("SOLVER").add<wall_clock>().scope(timemory::scope::flat).build();
    tools.measure("around", [&] { flat.measure("flat", [] {}); });
}

static timemory::scoped_gotcha in_single_precision() {
    return timemory::gotcha_builder()
        .measure<wall_clock>()
        .wrap("sin", "f64(f64)")
        .replace<double(double)>("exp", [](double (*original)(double), double x) { return original(x) + 1; })
        .start();
}

static void gotchas() {
    const double exact = std::exp(one);
    for (int i = 0; i < 2; i++) {
        auto gotcha = in_single_precision();
        check(std::exp(one) == exact + 1, "replaced");
        check_refused([] { in_single_precision(); }, "in use");
        volatile double wave = std::sin(one);
        (void)wave;
        double elsewhere = 0;
        std::thread([&] { elsewhere = std::exp(one); }).join();
        check(elsewhere == exact + 1, "on all threads");
    }
    check(std::exp(one) == exact, "as before once it has ended");
    {
        auto seven = timemory::gotcha_builder(1).replace<double(double)>("exp", [](double (*)(double), double) { return 7.0; }).start();
        auto moved = std::move(seven);
        check(std::exp(one) == 7, "moved");
        moved.end();
        check(std::exp(one) == exact && moved.handle() == nullptr, "ended");
    }
    {
        auto here = timemory::gotcha_builder().measure<trip_count>().this_thread().wrap("cos", "f64(f64)").start();
        volatile double wave = std::cos(one);
        std::thread([&] { wave = std::cos(one); }).join();
    }
    const auto replaces = [] {
        return timemory::gotcha_builder().replace<double(double)>("exp", [](double (*)(double), double) { return 8.0; });
    };
    check_refused([&] { replaces().this_thread().start(); }, "to all threads");
    check_refused([] { timemory::gotcha_builder().measure("wal_clock").start(); }, "wall_clock");
    check_refused([] { timemory::gotcha_builder().wrap("sin", "f65(f64)").start(); }, "f65");
    check(std::exp(one) == exact, "a gotcha that was refused does nothing");
}

int main() {
    setenv("TIMEMORY_SOLVER_COMPONENTS", "num_minor_page_faults", 1);
    bundles();
    gotchas();
    return 0;
}
