/* Regions started with a GPU stream: their events cover only that stream. */
#include "fake_gpu.h"
#include "timemory/region.h"
#include "timemory/stream.h"

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

    timemory_region* plain = timemory_region_create("plain", "wall_clock");
    check(!timemory_region_start_stream(plain, first) && strstr(timemory_error(), "takes a stream") != NULL, timemory_error());
    check(!timemory_region_is_running(plain), "it is not started then");
    timemory_region_destroy(plain);
    check(!timemory_bundle_begin_stream(timemory_bundle_create("wall_clock"), "plain", first, &id) && id == UINT64_MAX, "nor is a record");
    check(!timemory_region_start_stream(NULL, first) && !timemory_bundle_begin_stream(tools, NULL, first, &id), "NULL is refused");
    check(!timemory_bundle_begin_stream(tools, "no place for its number", first, NULL), "a record is ended by its number");
    return 0;
}
