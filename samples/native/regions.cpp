// The same regions as in regions.c, with the C++ header.
//
//     g++ regions.cpp $(pkg-config --cflags --libs timemory) -o regions
#include <cstdio>
#include <functional>
#include <numeric>
#include <thread>
#include <timemory/timemory.hpp>
#include <vector>

using namespace timemory::component;

static double sum(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

static void work(long& all) {
    for (int n = 0; n < 10; n++) {
        timemory::measure<wall_clock, trip_count>("work", [&] {
            for (int i = 0; i < 100 * n; i++) all += i;
        });
    }
}

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    timemory::auto_bundle<wall_clock, trip_count> whole("main");

    std::vector<double> numbers(1000);
    timemory::bundle<wall_clock, trip_count> fill("fill");
    for (int i = 0; i < 3; i++) {
        fill.start();
        for (std::size_t j = 0; j < numbers.size(); j++) numbers[j] = 0.5 * j;
        fill.stop();
    }

    // The regions of other threads are placed under the region that this thread is in at that moment: main, as long as it waits here.
    long results[2] = {0, 0};
    std::thread first(work, std::ref(results[0]));
    std::thread second(work, std::ref(results[1]));
    first.join();
    second.join();

    double all = 0;
    for (int i = 0; i < 2; i++) {
        timemory::auto_bundle<wall_clock, trip_count> solve("solve");
        for (int j = 0; j < 5; j++) {
            timemory::auto_bundle<wall_clock, trip_count> step("step");
            timemory_scoped_record inner("inner", "wall_clock,trip_count");
            all += sum(numbers);
        }
    }

    std::printf("solved: %.1f\n", all);
    whole.stop();
    timemory_finalize_library();
}
