/* Regions started with a GPU stream: their events cover only that stream. */
#include "fake_gpu.h"
#include "timemory/component.h"
#include "timemory/region.h"
#include "timemory/stream.h"

struct launches {
    void* stream;
    int plain, of_stream;
};

static void start(void* memory) { ((struct launches*)memory)->plain++; }
static void start_stream(void* memory, void* stream) {
    struct launches* launches = memory;
    launches->stream = stream;
    launches->of_stream++;
}
static void stop(void* unused) { (void)unused; }
static double value(void* memory) {
    const struct launches* launches = memory;
    return launches->plain * 1000 + launches->of_stream * 10 + (launches->stream != NULL);
}

/* A custom component receives the stream if it has the function for it. */
static void pass_stream_to_custom(void* stream) {
    timemory_component launches = {
        .id = "launches", .size = sizeof(struct launches), .start = start, .stop = stop, .value = value, .start_stream = start_stream};
    check(timemory_register_component(&launches), timemory_error());
    launches.id = "plain_launches";
    launches.start_stream = NULL;
    check(timemory_register_component(&launches), timemory_error());
    timemory_region* region = timemory_region_create("custom", "launches,plain_launches");
    timemory_totals told, not_told;
    timemory_region_start(region);
    timemory_region_stop(region);
    check(timemory_region_start_stream(region, stream), timemory_error());
    timemory_region_stop(region);
    check(timemory_region_get(region, 0, 0, &told) && told.last == 1011, "once plainly, once with the stream");
    check(timemory_region_get(region, 1, 0, &not_told) && not_told.last == 2000, "twice plainly");
    timemory_region_destroy(region);
    region = timemory_region_create("plain custom", "plain_launches");
    check(!timemory_region_start_stream(region, stream) && strstr(timemory_error(), "takes a stream") != NULL, "it takes none");
    timemory_region_destroy(region);
}

int main(void) {
    void* gpu = fake_gpu();
    long (*reset)(void) = (long (*)(void))function(gpu, "fake_reset");
    void* (*new_context)(void) = (void* (*)(void))function(gpu, "fake_new_context");
    void* (*new_stream)(void) = (void* (*)(void))function(gpu, "fake_new_stream");
    long (*run)(long, const char*, long, void*, long) = (long (*)(long, const char*, long, void*, long))function(gpu, "fake_run");
    reset();
    new_context();
    void *first = new_stream(), *second = new_stream();

    timemory_region* region = timemory_region_create("solve", "cuda_event,wall_clock");
    check(region != NULL, timemory_error());
    timemory_totals gpu_time, time;
    for (int i = 0; i < 2; i++) {
        check(timemory_region_start_stream(region, first), timemory_error());
        run(10, "multiply", 2000000, first, 0);
        run(10, "elsewhere", 50000000, second, 0);
        timemory_region_stop(region);
    }
    check(timemory_region_get(region, 0, 0, &gpu_time) && gpu_time.laps == 2 && gpu_time.sum > 0.0039 && gpu_time.sum < 0.0041,
          "the time of the stream");
    check(timemory_region_get(region, 1, 0, &time) && time.laps == 2, "other components are started as they are");
    check(timemory_region_start_stream(region, NULL), "the default stream");
    run(10, "multiply", 7000000, NULL, 0);
    timemory_region_stop(region);
    check(timemory_region_get(region, 0, 0, &gpu_time) && gpu_time.last > 0.0069 && gpu_time.last < 0.0071,
          "the time of the default stream");
    timemory_region_destroy(region);

    uint64_t id = 0;
    timemory_bundle_t tools = timemory_bundle_create("cuda_event");
    check(timemory_bundle_begin_stream(tools, "record", second, &id) && id != UINT64_MAX, timemory_error());
    run(10, "multiply", 1000000, second, 0);
    timemory_end_record(id);

    pass_stream_to_custom(first);

    timemory_region* plain = timemory_region_create("plain", "wall_clock");
    check(!timemory_region_start_stream(plain, first) && strstr(timemory_error(), "takes a stream") != NULL, timemory_error());
    check(!timemory_region_is_running(plain), "it is not started then");
    timemory_region_destroy(plain);
    check(!timemory_bundle_begin_stream(timemory_bundle_create("wall_clock"), "plain", first, &id) && id == UINT64_MAX, "nor is a record");
    check(!timemory_region_start_stream(NULL, first) && !timemory_bundle_begin_stream(tools, NULL, first, &id), "NULL is refused");
    check(!timemory_bundle_begin_stream(tools, "no place for its number", first, NULL), "a record is ended by its number");
    return 0;
}
