/*
 * Figure 1 of timemory's paper in C: 50 products of 100 x 100 matrices, with a region around each row, each element, or every ten products
 * of two numbers; first disabled, then enabled. Prints the median time of each in milliseconds: see README.md.
 *
 *     gcc -O2 dormant.c $(pkg-config --cflags --libs timemory) -o dormant && ./dormant [samples]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <timemory/bundle.h>

enum { SIZE = 100, PASSES = 50, PART = 10, MAX_SAMPLES = 99 };

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];
static timemory_bundle_t tools;

/* A product with code before and after each row, element and part of an element. */
#define MULTIPLY(row_begin, row_end, element_begin, element_end, part_begin, part_end)   \
    for (int pass = 0; pass < PASSES; pass++)                                            \
        for (int i = 0; i < SIZE; i++) {                                                 \
            row_begin;                                                                   \
            for (int j = 0; j < SIZE; j++) {                                             \
                element_begin;                                                           \
                double sum = 0;                                                          \
                for (int first = 0; first < SIZE; first += PART) {                       \
                    part_begin;                                                          \
                    for (int k = first; k < first + PART; k++) sum += a[i][k] * b[k][j]; \
                    part_end;                                                            \
                }                                                                        \
                c[i][j] = sum;                                                           \
                element_end;                                                             \
            }                                                                            \
            row_end;                                                                     \
        }

#define BEGIN timemory_bundle_push(tools, "point")
#define END timemory_bundle_pop(tools, "point")

static void plain(void) { MULTIPLY(, , , , , ) }
static void rows(void) { MULTIPLY(BEGIN, END, , , , ) }
static void elements(void) { MULTIPLY(, , BEGIN, END, , ) }
static void parts(void) { MULTIPLY(, , , , BEGIN, END) }

static void (*const WAYS[])(void) = {plain, rows, elements, parts};
static const int POINTS[] = {0, PASSES* SIZE, PASSES* SIZE* SIZE, PASSES* SIZE* SIZE* SIZE / PART};

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int ascending(const void* one, const void* other) {
    double difference = *(const double*)one - *(const double*)other;
    return (difference > 0) - (difference < 0);
}

/* Alternates between the variants, so that disturbances affect all of them. */
static void measure(const char* state, int samples) {
    static double times[4][MAX_SAMPLES];
    for (int sample = 0; sample < samples; sample++)
        for (int way = 0; way < 4; way++) {
            double begin = milliseconds();
            WAYS[way]();
            times[way][sample] = milliseconds() - begin;
        }
    for (int way = 0; way < 4; way++) {
        qsort(times[way], (size_t)samples, sizeof(double), ascending);
        printf("%s %d %.3f\n", state, POINTS[way], times[way][samples / 2]);
    }
}

int main(int argc, char** argv) {
    int samples = argc > 1 ? atoi(argv[1]) : 11;
    if (samples < 1 || samples > MAX_SAMPLES) return 2;
    timemory_init_library(argc, argv);
    tools = timemory_bundle_create("wall_clock");
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
