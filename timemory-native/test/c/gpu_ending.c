/*
 * GPU results in a program that does not request them: they are collected when the process ends, before CUDA and CUPTI release their
 * resources, although these register for process exit after timemory does.
 */
#include "fake_gpu.h"
#include "timemory/library.h"

int main(void) {
    void* gpu = fake_gpu();
    long (*reset)(void) = (long (*)(void))function(gpu, "fake_reset");
    long (*use_context)(void*) = (long (*)(void*))function(gpu, "fake_use_context");
    void* (*new_context)(void) = (void* (*)(void))function(gpu, "fake_new_context");
    long (*run)(long, const char*, long, void*, long) = (long (*)(long, const char*, long, void*, long))function(gpu, "fake_run");
    reset();
    use_context(NULL);
    setenv("TIMEMORY_GLOBAL_COMPONENTS", "cupti_activity", 1);
    timemory_push_region("before there is a context");
    timemory_pop_region("before there is a context");
    new_context();
    timemory_push_region("solve");
    run(10, "multiply", 5000, NULL, 0);
    timemory_pop_region("solve");
    return 0; /* the results are written as the process ends */
}
