#define _GNU_SOURCE
#include "nccl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "measured.h"
#include "log.h"
#include "settings.h"

void* tm_found[TM_FUNCTIONS];

/* The library, if not the program but another library loaded it, or nothing has loaded it yet. */
static void* library;

/* Its handle stays open, because its functions are called until the process exits. */
static void look_for_library(void) {
    static const char* const KNOWN[] = {"libnccl.so.2", "librccl.so.1"};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        library = dlopen(KNOWN[i], RTLD_NOW | RTLD_NOLOAD);
        if (library != NULL) return;
    }
    char* name = tm_setting("NCCL_LIBRARY");
    library = dlopen(*name == '\0' ? "libnccl.so" : name, RTLD_NOW);
    if (library == NULL) tm_log("TIMEMORY_NCCL_LIBRARY: %s", dlerror());
    free(name);
}

/* Used in place of missing functions: ncclInternalError. */
static int is_missing(void) { return 3; }

static bool is_own(void* symbol) {
    Dl_info here, there;
    return dladdr((void*)tm_find, &here) != 0 && dladdr(symbol, &there) != 0 && here.dli_fbase == there.dli_fbase;
}

/* The object that contains it stays loaded if the program closes it, because its functions are called until the process exits. */
static void keep(void* symbol) {
    Dl_info object;
    if (dladdr(symbol, &object) != 0 && object.dli_fname != NULL) dlopen(object.dli_fname, RTLD_NOW | RTLD_NOLOAD);
}

void* tm_find(int function) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char* name = tm_measured.names[function];
    void* symbol = dlsym(RTLD_NEXT, name);
    if (symbol == NULL) {
        pthread_once(&once, look_for_library);
        if (library != NULL) symbol = dlsym(library, name);
    }
    if (symbol == NULL || is_own(symbol)) {
        tm_log("NCCL has no %s, or is not in this process: calls of it fail", name);
        symbol = (void*)is_missing;
    } else {
        keep(symbol);
    }
    __atomic_store_n(&tm_found[function], symbol, __ATOMIC_RELAXED);
    return symbol;
}
