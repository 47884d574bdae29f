/* The simulated GPU of ../../../components/timemory-gpu/native/test/c, compiled and loaded in place of CUDA and CUPTI. For C and C++. */
#ifndef FAKE_GPU_H
#define FAKE_GPU_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

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

#endif
