#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

extern int first(void), second(void);

static int (*found[2])(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    void* library = dlopen("libimplementation.so", RTLD_NOW | RTLD_LOCAL);
    found[0] = (int (*)(void))dlsym(library, "first");
    found[1] = (int (*)(void))dlsym(library, "second");
}

int first(void) {
    pthread_once(&once, find);
    return found[0]() + found[1]();
}

int second(void) {
    pthread_once(&once, find);
    return found[1]();
}
