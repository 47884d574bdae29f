// Figure 1 of timemory's paper in C++: see dormant.c, which is the same in C, and README.md.
//
//     g++ -O2 dormant.cpp $(pkg-config --cflags --libs timemory) -o dormant && ./dormant [samples]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <timemory/timemory.hpp>
#include <vector>

using timemory::component::wall_clock;
using region = timemory::auto_bundle<wall_clock>;

constexpr int SIZE = 100, PASSES = 50, PART = 10;

/* Used where there is no region. */
struct nothing {
    explicit nothing(const char*) {}
    ~nothing() {}
};

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

template <typename Row, typename Element, typename Part>
static void multiply() {
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < SIZE; i++) {
            Row row("point");
            for (int j = 0; j < SIZE; j++) {
                Element element("point");
                double sum = 0;
                for (int first = 0; first < SIZE; first += PART) {
                    Part part("point");
                    for (int k = first; k < first + PART; k++) sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
}

struct way {
    void (*run)();
    int points;
    std::vector<double> times;
};

/* Alternates between the variants, so that disturbances affect all of them. */
static void measure(const char* state, int samples) {
    way ways[] = {{multiply<nothing, nothing, nothing>, 0, {}},
                  {multiply<region, nothing, nothing>, PASSES * SIZE, {}},
                  {multiply<nothing, region, nothing>, PASSES * SIZE * SIZE, {}},
                  {multiply<nothing, nothing, region>, PASSES * SIZE * SIZE * SIZE / PART, {}}};
    for (int sample = 0; sample < samples; sample++)
        for (way& one : ways) {
            auto begin = std::chrono::steady_clock::now();
            one.run();
            one.times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        }
    for (way& one : ways) {
        std::sort(one.times.begin(), one.times.end());
        std::printf("%s %d %.3f\n", state, one.points, one.times[one.times.size() / 2]);
    }
}

int main(int argc, char** argv) {
    int samples = argc > 1 ? std::atoi(argv[1]) : 11;
    if (samples < 1) return 2;
    timemory_init_library(argc, argv);
    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i / SIZE][i % SIZE] = i * 0.5;
        b[i / SIZE][i % SIZE] = 1.0 / (i + 1);
    }
    timemory_pause();
    measure("disabled", samples);
    timemory_resume();
    measure("enabled", samples);
    timemory_finalize_library();
    return c[1][1] == 0;
}
