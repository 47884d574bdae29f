/* Threads started by libtimemory.so itself, for its garbage collector and its end: nothing is measured on them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "library.h"
#include "stack.h"

struct start {
    void* (*body)(void*);
    void* argument;
};

static void* begin(void* given) {
    struct start start = *(struct start*)given;
    tm_stack.is_busy = true;
    free(given);
    return start.body(start.argument);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                                                          void* argument) {
    static int (*_Atomic own)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    if (own == NULL) own = (int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))dlsym(RTLD_NEXT, "pthread_create");
    if (own == NULL) return ENOSYS;
    struct start* start = tm_is_of_library(__builtin_return_address(0)) ? malloc(sizeof *start) : NULL;
    if (start == NULL) return own(thread, attributes, body, argument);
    *start = (struct start){body, argument};
    int status = own(thread, attributes, begin, start);
    if (status != 0) free(start);
    return status;
}
