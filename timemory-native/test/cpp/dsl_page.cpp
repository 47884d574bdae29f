// The C++ examples of docs/dsl.md, verbatim.
#include <timemory/builder.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

static std::vector<int> queue(3);
static volatile double one = 1;
static int work() { return 42; }
static int waves() { return std::exp(one) > 2 && std::sin(one) > 0 ? 0 : 1; }

using namespace timemory::component;

// A custom component is a type with functions
struct queue_depth {
    static constexpr const char* name() { return "queue_depth"; }
    static constexpr const char* description() { return "Jobs waiting"; }
    void start() {}
    void stop() { depth = queue.size(); }
    double value() const { return depth; }
    double depth = 0;
};

// A bundle: what its type names, and what the builder adds
static const auto tools = timemory::bundle_builder<wall_clock, thread_cpu_clock>()
                              .add<queue_depth>()
                              .optional<read_bytes>()  // where this machine has it
                              .user_bundle("JOBS")     // what TIMEMORY_JOBS_COMPONENTS names
                              .percentiles(50, 99)
                              .build();

// A gotcha measures and replaces functions of other libraries, as long as the object lives
static timemory::scoped_gotcha in_single_precision() {
    return timemory::gotcha_builder()
        .measure<wall_clock>()
        .wrap("sin", "f64(f64)")
        .replace<double(double)>("exp", [](double (*original)(double), double x) { return original(static_cast<float>(x)); })
        .start();
}

int main() {
    int sum = tools.measure("work", [] { return work(); });
    auto step = tools.region("step");  // started and stopped as often as wanted
    step.start();
    step.stop();
    std::printf("%d, %g s\n", sum, step.get<wall_clock>().sum);
    auto gotcha = in_single_precision();
    auto whole = tools.open("waves");  // until the object ends
    return waves();
}
