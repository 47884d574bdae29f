// Bundles that are started with a stream of a GPU.
#include "../c/fake_gpu.h"

#include <timemory/timemory.hpp>

#include <stdexcept>

using namespace timemory::component;

struct seen_stream {
    static constexpr const char* name() { return "seen_stream"; }
    void start() { stream = nullptr; }
    void start(void* of) { stream = of; }
    void stop() {}
    int get() const { return stream == nullptr ? 0 : 1; }
    void* stream = nullptr;
};

int main() {
    void* gpu = fake_gpu();
    auto new_stream = reinterpret_cast<void* (*)()>(function(gpu, "fake_new_stream"));
    auto run = reinterpret_cast<long (*)(long, const char*, long, void*, long)>(function(gpu, "fake_run"));
    reinterpret_cast<long (*)()>(function(gpu, "fake_reset"))();
    reinterpret_cast<void* (*)()>(function(gpu, "fake_new_context"))();
    void *first = new_stream(), *second = new_stream();

    timemory::bundle<wall_clock, cuda_event> solve("solve");
    solve.start(first);
    run(10, "multiply", 2000000, first, 0);
    run(10, "elsewhere", 50000000, second, 0);
    solve.stop();
    check(solve.get<cuda_event>().sum > 0.0019 && solve.get<cuda_event>().sum < 0.0021, "the time of the stream");
    {
        timemory::auto_bundle<cuda_event> record("record", second);
        run(10, "multiply", 1000000, second, 0);
    }
    timemory::bundle<seen_stream> seen("seen");
    seen.start();
    seen.stop();
    check(seen.get<seen_stream>().last == 0, "without a stream");
    seen.start(first);
    seen.stop();
    check(seen.get<seen_stream>().last == 1, "with the stream");
    timemory::bundle<wall_clock> plain("plain");
    try {
        plain.start(first);
        check(false, "no component takes a stream");
    } catch (const std::invalid_argument& why) { check(std::string(why.what()).find("takes a stream") != std::string::npos, why.what()); }
    return 0;
}
