/* A library opened only by its name, whose constructor waits until another thread has looked for functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"
#include "driver.h"

extern atomic_int state;
atomic_int state; /* 1: the other thread looks for functions, 2: the constructor runs, 3: the other thread knows */

static void* looks(void* unused) {
    /* Before the library is listed as well, and while it is and dlopen has not returned. */
    state = 1;
    while (state < 2) check(dlsym(RTLD_DEFAULT, "puts") != NULL);
    state = 3;
    check(dlsym(RTLD_DEFAULT, "puts") != NULL);
    return unused;
}

int main(void) {
    pthread_t looking;
    hook counting = count_calls("twice", -1);
    check(pthread_create(&looking, NULL, looks, NULL) == 0);
    while (state < 1) continue;
    void* library = dlopen("libslowly.so", RTLD_LAZY);
    check(library != NULL);
    int (*call)(int) = (int (*)(int))dlsym(library, "call");
    check(call(10) == 20 && calls(counting) == 1);
    check(pthread_join(looking, NULL) == 0);
    return 0;
}
