// The counters of the fake GPU, part of fake-gpu.c: CUPTI's host, range profiler, callbacks and samples, which check how they are called as
// strictly as the headers demand. Struct fields are given as numbers here; counters-layout.cpp compares those of the sources with the real
// headers. All counters are multiples of the time of kernels, which are done when the context is waited for. Like the real host library
// (tried without a GPU, with that of CUDA 13.0), names without a suffix are described and cannot be scheduled, and instruction metrics
// (sass) need a separate pass.

#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int fake_fault(const char* name);
void* fake_context(void);

enum { MAX_OBJECTS = 16, MAX_RANGES = 4096, MAX_DESTROYED = 64 };
enum {
    SUCCESS,
    INVALID_PARAMETER,
    INVALID_DEVICE,
    INVALID_CONTEXT,
    INVALID_OPERATION = 7,
    INVALID_METRIC_NAME = 17,
    MULTIPLE_SUBSCRIBERS = 39,
    INVALID_CHIP_NAME = 46
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t u64(const void* p, int at) {
    uint64_t value;
    memcpy(&value, (const char*)p + at, 8);
    return value;
}
static uint32_t u32(const void* p, int at) {
    uint32_t value;
    memcpy(&value, (const char*)p + at, 4);
    return value;
}
static void* pointer(const void* p, int at) { return (void*)(uintptr_t)u64(p, at); }
static void put64(void* p, int at, uint64_t value) { memcpy((char*)p + at, &value, 8); }
static void put32(void* p, int at, uint32_t value) { memcpy((char*)p + at, &value, 4); }

// Each function takes a struct of exactly this size.
#define STRUCT(bytes)                                                                          \
    do {                                                                                       \
        if (u64(p, 0) != (bytes) || u64(p, 8) != 0) {                                          \
            fprintf(stderr, "fake GPU: %s: struct of %lu bytes\n", __func__, (long)u64(p, 0)); \
            return INVALID_PARAMETER;                                                          \
        }                                                                                      \
        int status = fake_fault(__func__);                                                     \
        if (status != 0) return status;                                                        \
    } while (0)

// The metrics: each counter is a multiple of its kernels' nanoseconds.
enum { COUNTER, RATIO, THROUGHPUT };
static const struct metric {
    const char* name;
    int type;
    const char* unit;
    double factor;
} metrics[] = {
    {"gpu__time_duration", COUNTER, "nanosecond", 1},
    {"dram__bytes", COUNTER, "byte", 2},
    {"lts__t_bytes", COUNTER, "byte", 3},
    {"l1tex__t_bytes", COUNTER, "byte", 5},
    {"smsp__inst_executed", COUNTER, "instruction", 4},
    {"smsp__sass_thread_inst_executed_op_hadd_pred_on", COUNTER, "instruction", 1},
    {"smsp__sass_thread_inst_executed_op_hmul_pred_on", COUNTER, "instruction", 2},
    {"smsp__sass_thread_inst_executed_op_hfma_pred_on", COUNTER, "instruction", 3},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on", COUNTER, "instruction", 10},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on", COUNTER, "instruction", 20},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on", COUNTER, "instruction", 30},
    {"smsp__sass_thread_inst_executed_op_dadd_pred_on", COUNTER, "instruction", 100},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on", COUNTER, "instruction", 200},
    {"smsp__sass_thread_inst_executed_op_dfma_pred_on", COUNTER, "instruction", 300},
    {"l1tex__t_sector_hit_rate", RATIO, "", 0},
    {"dram__throughput", THROUGHPUT, "percent", 40},
    {"LTS.Triage.lts__part", COUNTER, "", 0},
};
enum { METRICS = sizeof metrics / sizeof *metrics };

static int support, subscribed, without_value, device_of_contexts;
static char hidden[64];

// Values: the time of kernels, and the part of it with only cache hits.
struct counted {
    double time, hits;
};

struct object {
    void* context;
    int exists, mode, is_started, is_pushed, ranges, dropped;
    uint64_t config, most;
    char* image;
    struct counted range[MAX_RANGES], running[MAX_RANGES];
    int kernels;
};
static struct object objects[MAX_OBJECTS];
static void* destroyed[MAX_DESTROYED];
static int destroyed_count;

static int is_destroyed(void* context) {
    for (int i = 0; i < destroyed_count; i++)
        if (destroyed[i] == context) return 1;
    return 0;
}

static void reset_samples(void);
static void sample(const char* kernel, uint64_t nanoseconds);
static void finish_samples(void);

// Controls for tests.

void fake_reset_counters(void) {
    pthread_mutex_lock(&lock);
    memset(objects, 0, sizeof objects);
    support = 3;
    without_value = device_of_contexts = 0;
    destroyed_count = 0;
    hidden[0] = 0;
    reset_samples();
    pthread_mutex_unlock(&lock);
}
long fake_support(long level) {
    support = (int)level;
    return 0;
}
long fake_without_value(long is) {
    without_value = (int)is;
    return 0;
}
long fake_device(long device) {
    device_of_contexts = (int)device;
    return 0;
}
long fake_hide_metric(const char* name) {
    snprintf(hidden, sizeof hidden, "%s", name);
    return 0;
}
// Objects created in a destroyed context must no longer be used: the real driver may or may not crash.
void fake_require_context(void) {
    if (is_destroyed(fake_context())) abort();
}
long fake_destroy_context(void* context) {
    destroyed[destroyed_count++] = context;
    return 0;
}
// The number of contexts being profiled.
long fake_profiled(void) {
    int many = 0;
    for (int i = 0; i < MAX_OBJECTS; i++) many += objects[i].exists;
    return many;
}

// Looks up metrics by name, with their endings.

static int base_of(const char* name) {
    const char* dot = strchr(name, '.');
    for (int i = 0; i < METRICS; i++) {
        size_t length = strlen(metrics[i].name);
        if (strncmp(name, metrics[i].name, length) == 0 && (name[length] == 0 || dot == name + length) &&
            strcmp(metrics[i].name, hidden) != 0)
            return i;
    }
    return -1;
}

static int has_ending(const char* name, int base) {
    const char* ending = name + strlen(metrics[base].name);
    static const char* const endings[3][6] = {
        {".sum", ".avg", ".min", ".max", ".sum.per_second", ".avg.per_cycle_elapsed"},
        {".pct", ".ratio", ".max_rate"},
        {".avg.pct_of_peak_sustained_elapsed", ".avg.pct_of_peak_sustained_active"},
    };
    for (int i = 0; i < 6; i++)
        if (endings[metrics[base].type][i] != NULL && strcmp(endings[metrics[base].type][i], ending) == 0) return 1;
    return 0;
}

static double value_of(const char* name, struct counted counted) {
    int base = base_of(name);
    if (without_value || counted.time < 0) return NAN;
    if (metrics[base].type == RATIO) return 100 * counted.hits / counted.time;
    if (metrics[base].type == THROUGHPUT) return metrics[base].factor;
    return counted.time * metrics[base].factor / (strstr(name, ".sum") == NULL ? 10 : 1); // over ten units
}

// The host.

struct host {
    uint64_t config;
    int is_configured;
};

int cuptiProfilerInitialize(void* p) {
    STRUCT(16);
    return SUCCESS;
}
int cuptiProfilerDeviceSupported(void* p) {
    STRUCT(52);
    if (u32(p, 16) > 1) return INVALID_DEVICE;
    put32(p, 20, support);
    for (int at = 24; at <= 44; at += 4) put32(p, at, at == 32 ? support : 3);
    return SUCCESS;
}
int cuptiDeviceGetChipName(void* p) {
    STRUCT(32);
    static const char name[] = "GH100";
    put64(p, 24, (uintptr_t)name);
    return u64(p, 16) > 1 ? INVALID_DEVICE : SUCCESS;
}
static const char available[16] = "AVAILABLE";
int cuptiProfilerGetCounterAvailability(void* p) {
    STRUCT(40);
    if (is_destroyed(pointer(p, 16))) return INVALID_CONTEXT;
    if (pointer(p, 32) != NULL) memcpy(pointer(p, 32), available, sizeof available);
    put64(p, 24, sizeof available);
    return SUCCESS;
}
int cuptiProfilerHostInitialize(void* p) {
    STRUCT(48);
    if (strcmp(pointer(p, 24), "GH100") != 0) return INVALID_CHIP_NAME;
    if (pointer(p, 32) != NULL && memcmp(pointer(p, 32), available, sizeof available) != 0) return INVALID_PARAMETER;
    put64(p, 40, (uintptr_t)calloc(1, sizeof(struct host)));
    return SUCCESS;
}
int cuptiProfilerHostDeinitialize(void* p) {
    STRUCT(24);
    free(pointer(p, 16));
    return SUCCESS;
}
int cuptiProfilerHostGetBaseMetrics(void* p) {
    STRUCT(48);
    static const char* names[3][METRICS];
    int type = (int)u32(p, 24), many = 0;
    for (int i = 0; i < METRICS; i++)
        if (metrics[i].type == type && strcmp(metrics[i].name, hidden) != 0) names[type][many++] = metrics[i].name;
    put64(p, 32, (uintptr_t)names[type]);
    put64(p, 40, many);
    return SUCCESS;
}
int cuptiProfilerHostGetMetricProperties(void* p) {
    STRUCT(60);
    const char* name = pointer(p, 24);
    int base = base_of(name);
    if (base < 0 || (strchr(name, '.') != NULL && !has_ending(name, base))) return INVALID_METRIC_NAME;
    put64(p, 32, (uintptr_t)(metrics[base].type == COUNTER ? "# of something counted" : "a quotient"));
    put64(p, 40, (uintptr_t) "unit");
    put64(p, 48, (uintptr_t)metrics[base].unit);
    put32(p, 56, metrics[base].type);
    return SUCCESS;
}
int cuptiProfilerHostConfigAddMetrics(void* p) {
    STRUCT(40);
    struct host* host = pointer(p, 16);
    const char** names = pointer(p, 24);
    for (uint64_t i = 0; i < u64(p, 32); i++) {
        int base = base_of(names[i]);
        if (base < 0 || !has_ending(names[i], base)) return INVALID_PARAMETER;
        host->config |= 1ull << base;
    }
    host->is_configured = 1;
    return SUCCESS;
}
int cuptiProfilerHostGetConfigImageSize(void* p) {
    STRUCT(32);
    put64(p, 24, 8);
    return ((struct host*)pointer(p, 16))->is_configured ? SUCCESS : 999;
}
int cuptiProfilerHostGetConfigImage(void* p) {
    STRUCT(40);
    put64(pointer(p, 32), 0, ((struct host*)pointer(p, 16))->config);
    return u64(p, 24) == 8 ? SUCCESS : INVALID_PARAMETER;
}
int cuptiProfilerHostGetNumOfPasses(void* p) {
    STRUCT(40);
    int passes = 1;
    for (int i = 0; i < METRICS; i++)
        if (u64(pointer(p, 24), 0) >> i & 1 && strstr(metrics[i].name, "sass") != NULL) passes = 2;
    put64(p, 32, passes);
    return u64(p, 16) == 8 ? SUCCESS : INVALID_PARAMETER;
}
int cuptiProfilerHostEvaluateToGpuValues(void* p) {
    STRUCT(72);
    const char* image = pointer(p, 24);
    const char** names = pointer(p, 48);
    uint64_t range = u64(p, 40);
    if (range >= u64(image, 8)) return INVALID_PARAMETER;
    for (uint64_t i = 0; i < u64(p, 56); i++) {
        int base = base_of(names[i]);
        if (base < 0 || !has_ending(names[i], base)) return INVALID_METRIC_NAME;
        struct counted counted;
        memcpy(&counted, image + 24 + range * sizeof counted, sizeof counted);
        double value = u64(image, 16) >> base & 1 ? value_of(names[i], counted) : NAN;
        memcpy((char*)pointer(p, 64) + 8 * i, &value, 8);
    }
    return SUCCESS;
}

// The range profiler. A counter image: its capacity in ranges, the number of ranges, the metrics counted, and the ranges.

#define OBJECT                                                       \
    struct object* object = pointer(p, 16);                          \
    if (object == NULL || !object->exists) return INVALID_PARAMETER; \
    if (is_destroyed(object->context)) return INVALID_CONTEXT;       \
    if (fake_context() != object->context) return INVALID_CONTEXT

int cuptiRangeProfilerEnable(void* p) {
    STRUCT(32);
    if (is_destroyed(pointer(p, 16))) return INVALID_CONTEXT;
    for (int i = 0; i < MAX_OBJECTS; i++)
        if (objects[i].exists && objects[i].context == pointer(p, 16)) return INVALID_OPERATION;
    for (int i = 0; i < MAX_OBJECTS; i++) {
        if (objects[i].exists) continue;
        memset(&objects[i], 0, sizeof objects[i]);
        objects[i].exists = 1;
        objects[i].context = pointer(p, 16);
        put64(p, 24, (uintptr_t)&objects[i]);
        return SUCCESS;
    }
    return INVALID_OPERATION;
}
int cuptiRangeProfilerDisable(void* p) {
    STRUCT(24);
    OBJECT;
    object->exists = 0;
    return SUCCESS;
}
int cuptiRangeProfilerGetCounterDataSize(void* p) {
    STRUCT(64);
    if (u32(p, 48) < u64(p, 40)) return INVALID_PARAMETER;
    put64(p, 56, 24 + u64(p, 40) * sizeof(struct counted));
    return SUCCESS;
}
int cuptiRangeProfilerCounterDataImageInitialize(void* p) {
    STRUCT(40);
    OBJECT;
    char* image = pointer(p, 32);
    put64(image, 0, (u64(p, 24) - 24) / sizeof(struct counted));
    put64(image, 8, 0);
    put64(image, 16, 0);
    return object->is_started ? INVALID_OPERATION : SUCCESS;
}
int cuptiRangeProfilerSetConfig(void* p) {
    STRUCT(90);
    OBJECT;
    int range = (int)u32(p, 56), replay = (int)u32(p, 60);
    if (object->is_started || u64(p, 24) != 8 || !((range == 1 && replay == 2) || (range == 2 && replay == 3))) return INVALID_PARAMETER;
    const unsigned char* bytes = p;
    if (bytes[72] != 1 || bytes[74] != 1 || bytes[88] != 1 || u64(p, 80) != 0) return INVALID_PARAMETER;
    // A real GPU accepts more ranges per pass, and then takes as long for each kernel as for that many.
    if (u64(p, 64) != 1) return INVALID_PARAMETER;
    object->config = u64(pointer(p, 32), 0);
    object->image = pointer(p, 48);
    object->mode = range;
    object->most = u64(object->image, 0);
    object->ranges = object->dropped = object->kernels = 0;
    return SUCCESS;
}
int cuptiRangeProfilerStart(void* p) {
    STRUCT(24);
    OBJECT;
    if (object->is_started || object->mode == 0) return INVALID_OPERATION;
    object->is_started = 1;
    object->dropped = 0;
    return SUCCESS;
}
int cuptiRangeProfilerPushRange(void* p) {
    STRUCT(32);
    OBJECT;
    if (!object->is_started || object->mode != 2 || object->is_pushed || strlen(pointer(p, 24)) == 0) return INVALID_OPERATION;
    object->is_pushed = 1;
    object->ranges = 1;
    object->range[0] = (struct counted){0, 0};
    return SUCCESS;
}
int cuptiRangeProfilerPopRange(void* p) {
    STRUCT(24);
    OBJECT;
    if (!object->is_pushed) return INVALID_OPERATION;
    object->is_pushed = 0;
    return SUCCESS;
}
int cuptiRangeProfilerStop(void* p) {
    STRUCT(41);
    OBJECT;
    if (!object->is_started || object->is_pushed) return INVALID_OPERATION;
    object->is_started = 0;
    ((char*)p)[40] = 1;
    return SUCCESS;
}
int cuptiRangeProfilerDecodeData(void* p) {
    STRUCT(32);
    OBJECT;
    if (object->is_started) return INVALID_OPERATION;
    put64(object->image, 8, object->ranges);
    put64(object->image, 16, object->config);
    memcpy(object->image + 24, object->range, object->ranges * sizeof(struct counted));
    put64(p, 24, object->dropped);
    return SUCCESS;
}
int cuptiRangeProfilerGetCounterDataInfo(void* p) {
    STRUCT(40);
    put64(p, 32, u64(pointer(p, 16), 8));
    return SUCCESS;
}

// Kernels, and the calls that launch them.

static void (*callback)(void*, int, int, const void*);
static int wanted[1024], is_hushed, is_blind;
static __thread struct {
    int site;
    const char* function;
    const void* arguments;
    void* result;
    const char* symbol;
    void* context;
} data;
static __thread int result;

int cuptiSubscribe(void** subscriber, void* function, void* user) {
    int status = fake_fault(__func__);
    if (status != 0) return status;
    if (subscribed) return MULTIPLE_SUBSCRIBERS;
    subscribed = 1;
    callback = function;
    *subscriber = &subscribed;
    return user == NULL ? SUCCESS : INVALID_PARAMETER;
}
int cuptiEnableCallback(unsigned enable, void* subscriber, int domain, int function) {
    int status = fake_fault(__func__);
    if (status != 0) return status;
    if (subscriber != &subscribed || domain != 1) return INVALID_PARAMETER;
    wanted[function] = (int)enable;
    return SUCCESS;
}
int cuptiUnsubscribe(void* subscriber) {
    memset(wanted, 0, sizeof wanted);
    subscribed = 0;
    return subscriber != &subscribed;
}

static void call(int site, int number, const char* name) {
    if (!wanted[number] || is_hushed) return;
    data.site = site;
    data.function = number == 307 ? "cuLaunchKernel" : "cuGraphLaunch";
    data.result = &result;
    data.symbol = name;
    static const void* arguments[8];
    data.arguments = arguments;
    data.context = fake_context();
    callback(NULL, 1, number, &data);
}

// CUPTI reports no calls for a while.
long fake_hush(long is) {
    is_hushed = (int)is;
    return 0;
}

// CUPTI counts no kernels for a while.
long fake_blind(long is) {
    is_blind = (int)is;
    return 0;
}

void fake_launch_begins(const char* name) { call(0, 307, name); }

static void run(const char* name, uint64_t nanoseconds) {
    result = fake_fault("cuLaunchKernel");
    struct counted kernel = {(double)nanoseconds, (double)nanoseconds * (nanoseconds >= 1000 ? 0.9 : 0.1)};
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_OBJECTS; i++) {
        struct object* object = &objects[i];
        if (is_blind || !object->exists || !object->is_started || object->context != fake_context() || result != 0) continue;
        if (object->mode == 1 && object->ranges + object->kernels >= (int)object->most) object->dropped++;
        else if (object->kernels < MAX_RANGES && (object->mode == 1 || object->is_pushed)) object->running[object->kernels++] = kernel;
    }
    if (result == 0) sample(name, nanoseconds);
    pthread_mutex_unlock(&lock);
}

void fake_launch_ends(const char* name, uint64_t nanoseconds) {
    run(name, nanoseconds);
    call(1, 307, name);
}

// One call that launches many kernels.
long fake_run_graph(long many, long nanoseconds) {
    call(0, 514, NULL);
    for (long i = 0; i < many; i++) run("of graph", nanoseconds);
    call(1, 514, NULL);
    return 0;
}

// Like fake_run, in two halves, so that tests can have other threads launch kernels in between.
long fake_begin_launch(const char* name) {
    fake_launch_begins(strdup(name));
    return 0;
}
long fake_end_launch(const char* name, long nanoseconds) {
    fake_launch_ends(name, nanoseconds);
    return 0;
}

int fake_synchronize_counters(void) {
    void* context = fake_context();
    if (is_destroyed(context)) return 709;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_OBJECTS; i++) {
        struct object* object = &objects[i];
        if (!object->exists || object->context != context) continue;
        for (int k = 0; k < object->kernels; k++) {
            if (object->mode == 1) {
                object->range[object->ranges++] = object->running[k];
            } else {
                object->range[0].time += object->running[k].time;
                object->range[0].hits += object->running[k].hits;
            }
        }
        object->kernels = 0;
    }
    finish_samples();
    pthread_mutex_unlock(&lock);
    return 0;
}

int cuCtxGetId(void* context, uint64_t* id) {
    *id = (uintptr_t)context;
    return is_destroyed(context) ? 709 : SUCCESS;
}
int cuCtxGetDevice(int* device) {
    int status = fake_fault(__func__);
    *device = device_of_contexts;
    return status;
}

// Samples of instructions: two for each kernel, one waiting for memory every 10 ns and one selected every 100.

enum { MAX_PLACES = 8192, REASONS = 4 };
static const char* const reason_names[REASONS] = {"selected", "memory", "never", "memory_not_issued"};
static const uint32_t reason_numbers[REASONS] = {4, 2, 7, 3};
static struct place {
    const char* kernel;
    uint32_t samples, reason;
    int is_done;
} places[MAX_PLACES];
static struct {
    void *context, *own;
    int is_started, first, next, is_configured;
} sampled;
static int dropped_samples, is_full;

long fake_drop_samples(long many) {
    dropped_samples = (int)many;
    return 0;
}
long fake_fill_samples(long is) {
    is_full = (int)is;
    return 0;
}
long fake_sampled(void) { return sampled.context != NULL; }

static void reset_samples(void) {
    memset(&sampled, 0, sizeof sampled);
    dropped_samples = is_full = 0;
}

static void sample(const char* kernel, uint64_t nanoseconds) {
    if (!sampled.is_started || sampled.context != fake_context()) return;
    for (int i = 0; i < 2 && sampled.next < MAX_PLACES; i++) {
        places[sampled.next++] =
            (struct place){strdup(kernel), (uint32_t)(i == 0 ? nanoseconds / 10 : nanoseconds / 100), i == 0 ? 2 : 4, 0};
    }
}

static void finish_samples(void) {
    if (sampled.context == fake_context())
        for (int i = 0; i < sampled.next; i++) places[i].is_done = 1;
}

#define SAMPLED \
    if (sampled.context == NULL || sampled.context != pointer(p, 16) || is_destroyed(sampled.context)) return INVALID_OPERATION

int cuptiPCSamplingEnable(void* p) {
    STRUCT(24);
    if (sampled.context != NULL || is_destroyed(pointer(p, 16))) return INVALID_OPERATION;
    for (int i = 0; i < MAX_OBJECTS; i++)
        if (objects[i].exists && objects[i].context == pointer(p, 16)) return INVALID_OPERATION;
    sampled.context = pointer(p, 16);
    return SUCCESS;
}
int cuptiPCSamplingDisable(void* p) {
    STRUCT(24);
    SAMPLED;
    memset(&sampled, 0, sizeof sampled);
    return SUCCESS;
}
int cuptiPCSamplingGetNumStallReasons(void* p) {
    STRUCT(32);
    SAMPLED;
    put64(pointer(p, 24), 0, REASONS);
    return SUCCESS;
}
int cuptiPCSamplingGetStallReasons(void* p) {
    STRUCT(48);
    SAMPLED;
    for (uint64_t i = 0; i < u64(p, 24); i++) {
        put32(pointer(p, 32), 4 * (int)i, reason_numbers[i]);
        strcpy(pointer(pointer(p, 40), 8 * (int)i), reason_names[i]);
    }
    return SUCCESS;
}
int cuptiPCSamplingSetConfigurationAttribute(void* p) {
    STRUCT(40);
    SAMPLED;
    for (uint64_t i = 0; i < u64(p, 24); i++) {
        const char* information = (const char*)pointer(p, 32) + 32 * i;
        uint32_t attribute = u32(information, 0);
        if (attribute < 5 || attribute > 8 || (attribute < 8 && u32(information, 8) != 1) || pointer(information, 8) == NULL)
            return INVALID_OPERATION;
        if (attribute == 8) sampled.own = pointer(information, 8);
        sampled.is_configured |= 1 << attribute;
    }
    return SUCCESS;
}
int cuptiPCSamplingStart(void* p) {
    STRUCT(24);
    SAMPLED;
    if (sampled.is_configured != (15 << 5) || sampled.is_started) return INVALID_OPERATION;
    sampled.is_started = 1;
    sampled.first = sampled.next = 0;
    return SUCCESS;
}
// Writes the samples to the memory of the configuration, which is then empty for the next read into the same memory.
int cuptiPCSamplingStop(void* p) {
    STRUCT(24);
    SAMPLED;
    sampled.is_started = 0;
    return SUCCESS;
}
int cuptiPCSamplingGetData(void* p) {
    STRUCT(32);
    SAMPLED;
    char *data = pointer(p, 24), *room = pointer(data, 56);
    if (sampled.is_started || u64(data, 0) != 80) return INVALID_OPERATION;
    uint64_t many = 0;
    if (data == sampled.own) sampled.first = sampled.next;
    for (; many < u64(data, 8) && sampled.first < sampled.next; sampled.first++) {
        struct place* place = &places[sampled.first];
        if (!place->is_done || place->samples == 0) continue;
        char* to = room + 64 * many++;
        if (u64(to, 0) != 64) return INVALID_PARAMETER;
        put64(to, 32, (uintptr_t)place->kernel);
        // Half of those that waited for memory did so while nothing else could be issued either: those are counted twice.
        put64(to, 40, place->reason == 2 ? 2 : 1);
        put32(pointer(to, 48), 0, place->reason);
        put32(pointer(to, 48), 4, place->samples);
        if (place->reason == 2) put32(pointer(to, 48), 8, 3);
        if (place->reason == 2) put32(pointer(to, 48), 12, place->samples / 2);
    }
    put64(data, 24, dropped_samples);
    put64(data, 32, many);
    put64(data, 40, sampled.next - sampled.first);
    data[72] = (char)is_full;
    dropped_samples = 0;
    return SUCCESS;
}
