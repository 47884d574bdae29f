// The machine's peak computation and transfer rates, measured by a program that shares nothing with timemory's kernels: it uses the
// compiler's vectors and loops that it vectorises. Built by `compare` with -O3 -march=native. Prints one line for each roof: its name, and
// billions of operations or bytes per second on one thread.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define LARGE_PAGE (2L << 20)

#if defined(__AVX512F__)
#define BYTES 64
#elif defined(__AVX__)
#define BYTES 32
#else
#define BYTES 16
#endif
#define BITS (8 * BYTES)

typedef double f64 __attribute__((vector_size(BYTES)));
typedef float f32 __attribute__((vector_size(BYTES)));

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static volatile double factor = 0.5, addend = 0.5, sink, seeds[10];

#define EACH(x) x(0) x(1) x(2) x(3) x(4) x(5) x(6) x(7) x(8) x(9)
// Read from memory, one by one: chains with the same start would be computed only once.
#define ONE(i) x##i = x##i + (SEED)seeds[i];
#define SUM(i) sum += x##i;
// Ten independent chains: more than the latency of an operation times two per cycle.
#define PEAK(NAME, SCALAR, VECTOR, EXPRESSION)                                                            \
    static void NAME(long turns) {                                                                        \
        VECTOR b = (VECTOR){0} + (SCALAR)factor, c = (VECTOR){0} + (SCALAR)addend, sum = {0};             \
        (void)b;                                                                                          \
        (void)c;                                                                                          \
        VECTOR x0 = {0}, x1 = x0, x2 = x0, x3 = x0, x4 = x0, x5 = x0, x6 = x0, x7 = x0, x8 = x0, x9 = x0; \
        typedef SCALAR SEED;                                                                              \
        EACH(ONE)                                                                                         \
        for (long i = 0; i < turns; i++) {                                                                \
            x0 = EXPRESSION(x0);                                                                          \
            x1 = EXPRESSION(x1);                                                                          \
            x2 = EXPRESSION(x2);                                                                          \
            x3 = EXPRESSION(x3);                                                                          \
            x4 = EXPRESSION(x4);                                                                          \
            x5 = EXPRESSION(x5);                                                                          \
            x6 = EXPRESSION(x6);                                                                          \
            x7 = EXPRESSION(x7);                                                                          \
            x8 = EXPRESSION(x8);                                                                          \
            x9 = EXPRESSION(x9);                                                                          \
        }                                                                                                 \
        EACH(SUM)                                                                                         \
        sink = sum[0];                                                                                    \
    }
#define FMA(x) (x * b + c)
#define ADD(x) (x + c)
#define MUL(x) (x * b)
PEAK(fma_f64, double, f64, FMA)
PEAK(add_f64, double, f64, ADD)
PEAK(mul_f64, double, f64, MUL)
PEAK(fma_f32, float, f32, FMA)

static void peak(const char* name, void (*kernel)(long), int lanes, int flops) {
    const long turns = 200000;
    double best = 1e9;
    for (int trial = 0; trial < 300; trial++) {
        double begin = now();
        kernel(turns);
        double taken = now() - begin;
        if (taken < best) best = taken;
    }
    printf("%s %d-bit\t%.2f\n", name, BITS, 10.0 * turns * lanes * flops / best / 1e9);
}

static void update(double* restrict data, long n, double b) {
    for (long i = 0; i < n; i++) data[i] = data[i] + b;
}

static double readAll(const double* restrict data, long n) {
    const f64* at = (const f64*)data;
    const long vectors = n * 8 / BYTES;
    f64 s0 = {0}, s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (long i = 0; i < vectors; i += 8) {
        s0 += at[i];
        s1 += at[i + 1];
        s2 += at[i + 2];
        s3 += at[i + 3];
        s4 += at[i + 4];
        s5 += at[i + 5];
        s6 += at[i + 6];
        s7 += at[i + 7];
    }
    s0 += s1 + s2 + s3 + s4 + s5 + s6 + s7;
    return s0[0];
}

static void bandwidth(const char* name, long bytes) {
    long n = bytes / 8 / 64 * 64;
    long whole = (n * 8 + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    double* data = aligned_alloc(LARGE_PAGE, whole);
    madvise(data, whole, MADV_HUGEPAGE);
    for (long i = 0; i < n; i++) data[i] = 1;
    long passes = 1 + 8000000 / bytes;
    double best = 0;
    for (int trial = 0; trial < 60; trial++) {
        double begin = now();
        for (long pass = 0; pass < passes; pass++) {
            update(data, n, 0.5);
            __asm__ volatile("" : : "r"(data) : "memory");
        }
        double written = 2.0 * n * 8 * passes / (now() - begin);
        begin = now();
        for (long pass = 0; pass < passes; pass++) {
            sink = readAll(data, n);
            __asm__ volatile("" : : "r"(data) : "memory");
        }
        double read = 1.0 * n * 8 * passes / (now() - begin);
        if (written > best) best = written;
        if (read > best) best = read;
    }
    printf("%s\t%.2f\n", name, best / 1e9);
    free(data);
}

int main(int count, char** sizes) {
    peak("fma f64", fma_f64, BYTES / 8, 2);
    peak("add f64", add_f64, BYTES / 8, 1);
    peak("mul f64", mul_f64, BYTES / 8, 1);
    peak("fma f32", fma_f32, BYTES / 4, 2);
    // Named sizes: L1=24576 ...
    for (int i = 1; i < count; i++) {
        char name[32];
        long bytes;
        if (sscanf(sizes[i], "%31[^=]=%ld", name, &bytes) == 2) bandwidth(name, bytes);
    }
    return 0;
}
