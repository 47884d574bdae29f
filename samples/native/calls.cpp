// Counts and measures its calls of libz and libm: the program of README.md, in C++.
//
//     g++ calls.cpp $(pkg-config --cflags --libs timemory) -l:libz.so.1 -o calls
#include <cmath>
#include <cstdio>
#include <timemory/gotcha.hpp>
#include <vector>

using namespace timemory::component;

// Declared as in zlib.h, which need not be installed.
extern "C" unsigned long crc32(unsigned long crc, const unsigned char* bytes, unsigned length);
extern "C" unsigned long adler32(unsigned long adler, const unsigned char* bytes, unsigned length);

using cosines_of = timemory::gotcha<1, timemory::bundle<wall_clock, trip_count>>;

static void print(timemory_gotcha* counting, const char* function) {
    timemory_counted counted = {0, 0};
    timemory_gotcha_counted(counting, function, false, &counted);
    std::printf("%s %llu %lld\n", function, static_cast<unsigned long long>(counted.calls), static_cast<long long>(counted.sum));
}

int main(int argc, char** argv) {
    std::vector<unsigned char> buffer(1000);
    for (std::size_t i = 0; i < buffer.size(); i++) buffer[i] = static_cast<unsigned char>(i % 251);

    timemory_init_library(argc, argv);
    timemory_gotcha* counting = timemory_gotcha_create(nullptr, 0);
    timemory_gotcha_count(counting, "crc32", 2);
    timemory_gotcha_count(counting, "adler32", 2);
    timemory_gotcha_reject_callers(counting, "libz.so*");
    cosines_of::initializer() = [] { TIMEMORY_C_GOTCHA(cosines_of, 0, cos); };

    unsigned long crc = 0, adler = 1;
    double cosines = 0;
    if (!timemory_gotcha_start(counting)) std::fprintf(stderr, "%s\n", timemory_error());
    {
        cosines_of measuring;
        timemory::auto_bundle<wall_clock, trip_count> whole("main");
        for (unsigned i = 1; i <= 1000; i++) crc = crc32(crc, buffer.data(), i);
        for (int i = 0; i < 1000; i++) adler = adler32(adler, buffer.data(), 1000);
        for (std::size_t i = 0; i < 100; i++) cosines += std::cos(0.01 * buffer[i]);
    }
    timemory_gotcha_stop(counting);

    crc = crc32(crc, buffer.data(), 1000);
    adler = adler32(adler, buffer.data(), 1000);
    cosines += std::cos(1.0);
    print(counting, "crc32");
    print(counting, "adler32");
    std::printf("results %08lx %08lx %.6f\n", crc, adler, cosines);
    timemory_finalize_library();
}
