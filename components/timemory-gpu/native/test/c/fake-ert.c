// The roofline toolkit's kernels on the GPU of fake-gpu.c: they compute what they should, and take the time that a fictitious device needs
// for it. Tests set its bandwidths and peaks, and which kernels are wrong or rejected.

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERIOD = 8, MAX_VALUES = 64 };

// Bandwidths in GB/s, peaks of the fused operation in GFLOP/s (of i32: of any, in GIPS), sizes in bytes, launches in nanoseconds.
static struct {
    const char* name;
    long usual, value;
} facts[] = {
    {"l1", 20000, 0},  {"l2", 5000, 0},    {"dram", 2000, 0},      {"f16", 90000, 0},      {"f32", 45000, 0},
    {"f64", 20000, 0}, {"i32", 11000, 0},  {"l1_bytes", 49152, 0}, {"l2_bytes", 65536, 0}, {"has_l1", 1, 0},
    {"parts", 1, 0},   {"launch", 100, 0}, {"launches", 0, 0},
};
enum { FACTS = sizeof facts / sizeof facts[0] };
static char spoiled[64], refused[64];
static int refusal, is_lost;

static long* fact(const char* name) {
    for (int i = 0; i < FACTS; i++)
        if (strcmp(facts[i].name, name) == 0) return &facts[i].value;
    fprintf(stderr, "fake-ert: there is no fact '%s'\n", name);
    abort();
}

long fake_ert_reset(void) {
    for (int i = 0; i < FACTS; i++) facts[i].value = facts[i].usual;
    spoiled[0] = refused[0] = 0;
    is_lost = 0;
    return 0;
}
long fake_ert_set(const char* name, long value) {
    *fact(name) = value;
    return 0;
}
long fake_ert_get(const char* name) { return *fact(name); }

// The kernel does one operation fewer per element than it should, or reads one group fewer.
long fake_ert_spoil(const char* kernel) {
    snprintf(spoiled, sizeof spoiled, "%s", kernel);
    return 0;
}

// Launches of the kernel fail with status; after 700, an illegal access, all others do too.
long fake_ert_refuse(const char* kernel, long status) {
    snprintf(refused, sizeof refused, "%s", kernel);
    refusal = (int)status;
    return 0;
}

// Implements cuDeviceGetAttribute; -1 for attributes that are not known here.
int fake_ert_attribute(int attribute) {
    switch (attribute) {
        case 1: return 1024;
        case 13: return 1500000;
        case 36: return 1000000;
        case 37: return 8192;
        case 38: return (int)*fact("l2_bytes");
        case 39: return 2048;
        case 79: return (int)*fact("has_l1");
        default: return -1;
    }
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const char* function, int threads, size_t shared) {
    *blocks = threads > 1024 || function == NULL ? 0 : 2048 / threads;
    return shared != 0;
}

// Operates once on a number of one type, given by its bits, with the processor's own instructions.
static uint64_t once(const char* type, const char* operation, uint64_t bits, const void* p, const void* q, int is_odd) {
    int is_add = strcmp(operation, "add") == 0, is_mul = strcmp(operation, "mul") == 0;
#define REAL(id, real, fused)                                                                                     \
    if (strcmp(type, id) == 0) {                                                                                  \
        real x, a, b;                                                                                             \
        memcpy(&x, &bits, sizeof x);                                                                              \
        memcpy(&a, p, sizeof a);                                                                                  \
        memcpy(&b, q, sizeof b);                                                                                  \
        x = is_add ? (real)(x + (is_odd ? b : a)) : is_mul ? (real)(x * (is_odd ? b : a)) : (real)fused(x, a, b); \
        uint64_t result = 0;                                                                                      \
        memcpy(&result, &x, sizeof x);                                                                            \
        return result;                                                                                            \
    }
    REAL("f16", _Float16, fmaf)
    REAL("f32", float, fmaf)
    REAL("f64", double, fma)
    uint32_t x = (uint32_t)bits, a = *(const uint32_t*)p, b = *(const uint32_t*)q;
    return !is_add && !is_mul ? x * a + b : is_odd ? x ^ b : is_add ? x + a : x * a;
}

// The same for many elements with the same value; passes that change nothing are not repeated.
static uint64_t after(const char* type, const char* operation, int times, int passes, uint64_t bits, const void* p, const void* q) {
    for (int pass = 0; pass < passes; pass++) {
        uint64_t before = bits;
        for (int k = 0; k < times; k++) bits = once(type, operation, bits, p, q, k & 1);
        if (bits == before) break;
    }
    return bits;
}

static int size_of(const char* type) { return strcmp(type, "f64") == 0 ? 8 : strcmp(type, "f16") == 0 ? 2 : 4; }

static void compute(const char* type, const char* operation, int times, unsigned char* data, uint64_t elements, int passes, const void* p,
                    const void* q) {
    struct {
        uint64_t before, after;
    } known[MAX_VALUES];
    int values = 0, size = size_of(type);
    for (uint64_t i = 0; i < elements; i++) {
        uint64_t bits = 0;
        memcpy(&bits, data + i * size, size);
        int at = 0;
        while (at < values && known[at].before != bits) at++;
        if (at == values) {
            if (values == MAX_VALUES) values = at = 0;
            known[at].before = bits;
            known[at].after = after(type, operation, times, passes, bits, p, q);
            values++;
        }
        memcpy(data + i * size, &known[at].after, size);
    }
}

static void fill(const char* type, unsigned char* data, uint64_t count) {
    int size = size_of(type);
    for (uint64_t i = 0; i < count; i++) {
        int number = 1 + (int)(i % PERIOD);
        _Float16 half = (_Float16)number;
        float single = (float)number;
        double twice = number;
        const void* from = strcmp(type, "f16") == 0   ? (void*)&half
                           : strcmp(type, "f32") == 0 ? (void*)&single
                           : strcmp(type, "f64") == 0 ? (void*)&twice
                                                      : (void*)&number;
        memcpy(data + i * size, from, size);
    }
}

static double slower(double a, double b) { return a > b ? a : b; }

// Runs a kernel, and returns how long it takes the fictitious device.
int fake_ert_launch(const char* function, unsigned blocks, unsigned threads, void** arguments, long* nanoseconds) {
    if (is_lost) return 700;
    if (strcmp(function, refused) == 0) {
        is_lost = refusal == 700;
        return refusal;
    }
    if (threads > 1024) return 1;
    __atomic_fetch_add(fact("launches"), 1, __ATOMIC_RELAXED);
    unsigned char* data = *(unsigned char**)arguments[0];
    uint64_t count = *(uint64_t*)arguments[1];
    int is_spoiled = strcmp(function, spoiled) == 0;
    double taken = (double)*fact("launch");
    char operation[16], type[16];
    int times;
    if (strncmp(function, "ert_fill_", 9) == 0) {
        fill(function + 9, data, count);
    } else if (strcmp(function, "ert_check") == 0) {
        uint64_t sum = 0;
        for (uint64_t i = 0; i < count; i++) sum += ((uint32_t*)data)[i];
        **(uint64_t**)arguments[2] += sum;
    } else if (strcmp(function, "ert_read") == 0 || strcmp(function, "ert_read_own") == 0) {
        // It does not matter here which thread summed what: the first one has all of it.
        int is_own = function[8] != 0, passes = *(int*)arguments[2];
        uint32_t sum = 0, *sums = *(uint32_t**)arguments[3];
        uint64_t groups = is_own ? count * blocks : count;
        for (uint64_t i = is_spoiled ? 4 : 0; i < groups * 4; i++) sum += ((uint32_t*)data)[i];
        memset(sums, 0, 4ull * blocks * threads);
        sums[0] = sum * (uint32_t)passes;
        long held = is_own ? *fact("l1_bytes") : *fact("l2_bytes"), bytes = (long)count * 16 * (is_own ? 1 : *fact("parts"));
        taken += (double)groups * 16 * passes / (double)*fact(bytes > held ? "dram" : is_own ? "l1" : "l2");
    } else if (sscanf(function, "ert_%3s_%3s_x%d", operation, type, &times) == 3) {
        int passes = *(int*)arguments[2], size = size_of(type), is_int = strcmp(type, "i32") == 0, is_half = size == 2;
        uint64_t elements = count * 4 * (is_half ? 2 : 1);
        compute(type, operation, times - is_spoiled, data, elements, passes, arguments[3], arguments[4]);
        double bytes = 2.0 * (double)elements * size * passes,
               level = (double)*fact((long)elements * size * *fact("parts") > *fact("l2_bytes") ? "dram" : "l2");
        double operations = (double)elements * times * passes * (!is_int && strcmp(operation, "fma") == 0 ? 2 : 1),
               peak = (double)*fact(type);
        taken += slower(bytes / level, operations / (!is_int && strcmp(operation, "fma") != 0 ? peak / 2 : peak));
    } else {
        return 500;
    }
    *nanoseconds = (long)taken + 1;
    return 0;
}
