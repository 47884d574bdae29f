/*
 * Results of a GPU in a program that does not ask for them: they are made as the process ends, before CUDA and CUPTI give up what they
 * hold, though these register for the end of the process after timemory does. The GPU is that of
 * ../../../components/timemory-gpu/native/test/c.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "timemory/library.h"

static void* function(void* library, const char* name) {
    void* found = dlsym(library, name);
    check(found != NULL, name);
    return found;
}

static void* fake_gpu(void) {
    char here[4096], command[16384];
    snprintf(here, sizeof here, "%s", __FILE__);
    *strrchr(here, '/') = 0;
    snprintf(
        command, sizeof command,
        "cd '%s/../../../components/timemory-gpu/native/test/c' && gcc -shared -fPIC -Wl,-soname,libcuda.so.1 -o \"$OLDPWD/libcuda.so.1\" "
        "fake-gpu.c fake-ert.c "
        "fake-counters.c -lpthread -lm && cd \"$OLDPWD\" && gcc -shared -Wl,-soname,libcupti.so.13 -o libcupti.so.13 -Wl,--no-as-needed "
        "-x c /dev/null -x none ./libcuda.so.1",
        here);
    check(system(command) == 0, "the simulated GPU is built");
    void* driver = dlopen("./libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    check(driver != NULL && dlopen("./libcupti.so.13", RTLD_NOW | RTLD_GLOBAL) != NULL, "it is loaded");
    return driver;
}

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
