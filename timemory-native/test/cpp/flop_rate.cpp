// timemory's example of a component built from others, a clock and a counter, with this library.
#include <timemory/timemory.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <unistd.h>

#include "../c/check.h"

using timemory::component::papi_vector;
using timemory::component::wall_clock;

/* Counts what the program reports, because a processor without counters cannot. */
static std::int64_t operations = 0;

struct flops {
    static constexpr const char* name() { return "flops"; }
    static std::int64_t record() { return operations; }
};

template <typename Counter> struct rate {
    void start() {
        wc.start();
        hw.start();
    }
    void stop() {
        hw.stop();
        wc.stop();
    }
    double get() const { return hw.get() / wc.get(); }

  private:
    timemory::instance<wall_clock> wc;
    timemory::instance<Counter> hw;
};

struct flop_rate : rate<flops> {
    static constexpr const char* name() { return "flop_rate"; }
    static constexpr const char* description() { return "Floating-point operations per time"; }
    static constexpr const char* unit() { return "FLOP/s"; }
};

/* As in the example: counted by the processor. */
struct papi_flop_rate : rate<papi_vector> {
    static constexpr const char* name() { return "papi_flop_rate"; }
    static void global_init() { timemory_change_setting("PAPI_EVENTS", "PAPI_DP_OPS"); }
};

static volatile double sum = 0;

static void compute(int n) {
    for (int i = 0; i < n; i++) sum = sum + 1.5;
    operations += n;
    usleep(20000); /* much longer than the components take */
}

int main() {
    timemory::register_component<papi_flop_rate>(); /* which chooses its event before measuring starts */
    timemory::bundle<wall_clock, flop_rate, flops> solve("solve");
    for (int n : {1000, 3000}) {
        solve.start();
        compute(n);
        solve.stop();
        timemory_totals rate = solve.get<flop_rate>(), time = solve.get<wall_clock>();
        check(rate.last * time.last > 0.5 * n && rate.last * time.last < 1.001 * n, "the rate is that of the lap");
    }
    check(solve.get<flops>().sum == 4000 && solve.get<flops>().min == 1000, "the difference of two records");
    check(solve.get<flop_rate>().laps == 2, "both laps have a rate");

    timemory::bundle<wall_clock, papi_flop_rate> counted("counted");
    counted.start();
    compute(1000);
    counted.stop();
    timemory_totals rate = counted.get<papi_flop_rate>();
    check(counted.get<wall_clock>().laps == 1 && rate.laps <= 1, "without counters the lap has no rate, which is reported");

    timemory::instance<flops> alone;
    alone.start();
    compute(10);
    alone.stop();
    check(alone.get() == 10 && alone.totals().laps == 1, "a custom component by itself");
    return 0;
}
