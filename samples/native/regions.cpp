// The same regions as those of regions.c, by the C++ header.
//
//     g++ regions.cpp $(pkg-config --cflags --libs timemory) -o regions
#include <cstdio>
#include <numeric>
#include <thread>
#include <timemory/timemory.hpp>
#include <vector>

using namespace timemory::component;

static double sum(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

static double work(const std::vector<double>& numbers) {
    double all = 0;
    for (int i = 0; i < 10; i++) all += timemory::measure<wall_clock, trip_count>("work", [&] { return sum(numbers); });
    return all;
}

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    timemory::auto_bundle<wall_clock, trip_count> whole("main");

    std::vector<double> numbers(1000);
    timemory::bundle<wall_clock, trip_count> fill("fill");
    for (int i = 0; i < 3; i++) {
        fill.start();
        std::iota(numbers.begin(), numbers.end(), i);
        fill.stop();
    }

    double all = 0;
    for (int i = 0; i < 2; i++) {
        timemory::auto_bundle<wall_clock, trip_count> solve("solve");
        for (int j = 0; j < 5; j++) {
            timemory::auto_bundle<wall_clock, trip_count> step("step");
            timemory_scoped_record inner("inner", "wall_clock,trip_count");
            all += sum(numbers);
        }
    }

    double results[2];
    std::thread first([&] { results[0] = work(numbers); });
    std::thread second([&] { results[1] = work(numbers); });
    first.join();
    second.join();

    whole.stop();
    std::printf("%g\n", all + results[0] + results[1]);
    timemory_finalize_library();
}
