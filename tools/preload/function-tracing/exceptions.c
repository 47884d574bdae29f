/* If a C++ exception is caught, the functions that it left are ended: otherwise they would end only when another one starts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "abandoned_frames.h"
#include "log.h"

/* The C++ library of a plugin is not in the search order after ours. */
static void* find(const char* name) {
    void* found = dlsym(RTLD_NEXT, name);
    for (const char* const* file = (const char*[]){"libstdc++.so.6", "libc++abi.so.1", NULL}; found == NULL && *file != NULL; file++) {
        void* library = dlopen(*file, RTLD_LAZY | RTLD_NOLOAD);
        if (library != NULL) found = dlsym(library, name);
    }
    return found;
}

__attribute__((visibility("default"))) void* __cxa_begin_catch(void* exception) {
    static void* (*_Atomic own)(void*);
    if (own == NULL) own = (void* (*)(void*))find("__cxa_begin_catch");
    if (own == NULL) {
        tm_log("__cxa_begin_catch was called, but no C++ library defines it");
        abort();
    }
    tm_close_below((uintptr_t)__builtin_frame_address(0) + sizeof(void*));
    return own(exception);
}
