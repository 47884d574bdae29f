/*
 * Counts and measures its calls of libz and libm: the program of README.md, in C.
 *
 *     gcc calls.c $(pkg-config --cflags --libs timemory) -l:libz.so.1 -lm -o calls
 */
#include <math.h>
#include <stdio.h>
#include <timemory/gotcha.h>

/* Declared as in zlib.h, which need not be installed. */
extern unsigned long crc32(unsigned long crc, const unsigned char* bytes, unsigned length);
extern unsigned long adler32(unsigned long adler, const unsigned char* bytes, unsigned length);

static void print(timemory_gotcha* counting, const char* function) {
    timemory_counted counted = {0, 0};
    timemory_gotcha_counted(counting, function, false, &counted);
    printf("%s %llu %lld\n", function, (unsigned long long)counted.calls, (long long)counted.sum);
}

static void start(timemory_gotcha* gotcha) {
    if (!timemory_gotcha_start(gotcha)) fprintf(stderr, "%s\n", timemory_error());
}

int main(int argc, char** argv) {
    unsigned char buffer[1000];
    for (int i = 0; i < 1000; i++) buffer[i] = (unsigned char)(i % 251);

    timemory_init_library(argc, argv);
    timemory_set_default("wall_clock,trip_count");
    timemory_gotcha* counting = timemory_gotcha_create(NULL, 0);
    timemory_gotcha_count(counting, "crc32", 2);
    timemory_gotcha_count(counting, "adler32", 2);
    timemory_gotcha_reject_callers(counting, "libz.so*");
    timemory_gotcha* measuring = timemory_gotcha_create("wall_clock,trip_count", 0);
    timemory_gotcha_wrap(measuring, "cos", "f64(f64)");

    start(counting);
    start(measuring);
    timemory_push_region("main");
    unsigned long crc = 0, adler = 1;
    double cosines = 0;
    for (unsigned i = 1; i <= 1000; i++) crc = crc32(crc, buffer, i);
    for (int i = 0; i < 1000; i++) adler = adler32(adler, buffer, 1000);
    for (int i = 0; i < 100; i++) cosines += cos(0.01 * buffer[i]);
    timemory_pop_region("main");
    timemory_gotcha_stop(measuring);
    timemory_gotcha_stop(counting);

    crc = crc32(crc, buffer, 1000);
    adler = adler32(adler, buffer, 1000);
    cosines += cos(1.0);
    print(counting, "crc32");
    print(counting, "adler32");
    printf("results %08lx %08lx %.6f\n", crc, adler, cosines);
    timemory_finalize_library();
    return 0;
}
