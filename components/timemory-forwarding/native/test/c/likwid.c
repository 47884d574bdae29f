// A stand-in for LIKWID with its GPU part: regions of hardware threads, which must be registered, start once, and end where they started.

#define TOOL "likwid"
#include "stand-in.h"

enum { MAX_REGIONS = 64 };

static int is_initialized, is_closed, is_gpu_initialized;
static __thread int is_thread_ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct region {
    char name[128];
    int is_registered, is_gpu_registered, is_gpu_open;
};
static struct region regions[MAX_REGIONS];
static __thread struct { int is_open, processor, count; } own[MAX_REGIONS];

static int number_of(const char* tag) {
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < MAX_REGIONS - 1 && regions[i].name[0] != 0 && strcmp(regions[i].name, tag) != 0) i++;
    snprintf(regions[i].name, sizeof regions[i].name, "%s", tag);
    pthread_mutex_unlock(&lock);
    return i;
}

static void require_ready(const char* function) {
    REQUIRE(is_initialized && !is_closed, "%s outside of init and close", function);
    REQUIRE(is_thread_ready, "%s on a thread without likwid_markerThreadInit", function);
}

EXPORT void likwid_markerInit(void) {
    REQUIRE(getenv("LIKWID_MODE") && getenv("LIKWID_EVENTS") && getenv("LIKWID_THREADS") && getenv("LIKWID_FILEPATH"),
            "likwid_markerInit without likwid-perfctr");
    REQUIRE(!is_initialized, "likwid_markerInit twice");
    is_initialized = 1;
    note("likwid_markerInit");
}

EXPORT void likwid_markerThreadInit(void) {
    REQUIRE(is_initialized && !is_closed && !is_thread_ready, "likwid_markerThreadInit at a wrong time");
    is_thread_ready = 1;
    note("likwid_markerThreadInit");
}

EXPORT int likwid_markerRegisterRegion(const char* tag) {
    require_ready("likwid_markerRegisterRegion");
    regions[number_of(tag)].is_registered = 1;
    note("likwid_markerRegisterRegion %s", tag);
    return 0;
}

EXPORT int likwid_markerStartRegion(const char* tag) {
    require_ready("likwid_markerStartRegion");
    int i = number_of(tag);
    REQUIRE(regions[i].is_registered, "%s starts without being registered", tag);
    REQUIRE(!own[i].is_open, "%s starts twice", tag);
    own[i].is_open = 1;
    own[i].processor = sched_getcpu();
    note("likwid_markerStartRegion %s", tag);
    return 0;
}

EXPORT int likwid_markerStopRegion(const char* tag) {
    require_ready("likwid_markerStopRegion");
    int i = number_of(tag);
    REQUIRE(own[i].is_open, "%s stops on a thread that did not start it", tag);
    REQUIRE(own[i].processor == sched_getcpu(), "%s stops on another hardware thread", tag);
    own[i].is_open = 0;
    own[i].count++;
    note("likwid_markerStopRegion %s", tag);
    return 0;
}

EXPORT int likwid_markerResetRegion(const char* tag) {
    require_ready("likwid_markerResetRegion");
    own[number_of(tag)].count = 0;
    note("likwid_markerResetRegion %s", tag);
    return 0;
}

EXPORT void likwid_markerNextGroup(void) {
    require_ready("likwid_markerNextGroup");
    for (int i = 0; i < MAX_REGIONS; i++) REQUIRE(!own[i].is_open, "likwid_markerNextGroup while a region is open");
    note("likwid_markerNextGroup");
}

EXPORT void likwid_markerGetRegion(const char* tag, int* events, double* values, double* time, int* count) {
    require_ready("likwid_markerGetRegion");
    REQUIRE(*events >= 3, "no room for three events");
    *events = 3;
    for (int i = 0; i < 3; i++) values[i] = 100.5 * (i + 1);
    *time = 1.5;
    *count = own[number_of(tag)].count;
}

EXPORT void likwid_markerClose(void) {
    REQUIRE(is_initialized && !is_closed, "likwid_markerClose at a wrong time");
    is_closed = 1;
    note("likwid_markerClose");
}

EXPORT void nvmon_markerInit(void) {
    REQUIRE(getenv("LIKWID_GEVENTS") && getenv("LIKWID_GPUS") && getenv("LIKWID_GPUFILEPATH") && !is_gpu_initialized,
            "nvmon_markerInit at a wrong time");
    is_gpu_initialized = 1;
    note("nvmon_markerInit");
}

EXPORT int nvmon_markerRegisterRegion(const char* tag) {
    REQUIRE(is_gpu_initialized, "nvmon_markerRegisterRegion before init");
    regions[number_of(tag)].is_gpu_registered = 1;
    note("nvmon_markerRegisterRegion %s", tag);
    return 0;
}

EXPORT int nvmon_markerStartRegion(const char* tag) {
    struct region* region = &regions[number_of(tag)];
    REQUIRE(region->is_gpu_registered && !region->is_gpu_open, "%s starts at a wrong time", tag);
    region->is_gpu_open = 1;
    note("nvmon_markerStartRegion %s", tag);
    return 0;
}

EXPORT int nvmon_markerStopRegion(const char* tag) {
    struct region* region = &regions[number_of(tag)];
    REQUIRE(region->is_gpu_open, "%s stops and is not open", tag);
    region->is_gpu_open = 0;
    note("nvmon_markerStopRegion %s", tag);
    return 0;
}

EXPORT int nvmon_markerResetRegion(const char* tag) {
    note("nvmon_markerResetRegion %s", tag);
    return 0;
}

EXPORT void nvmon_markerClose(void) {
    REQUIRE(is_gpu_initialized, "nvmon_markerClose before init");
    is_gpu_initialized = 0;
    note("nvmon_markerClose");
}
