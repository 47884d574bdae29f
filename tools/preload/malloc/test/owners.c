/*
 * Whose blocks are where things go another way than usual: regions that overlap, a realloc that fails, blocks that are freed unseen. Prints
 * the region and the bytes that are left of each.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <timemory/region.h>
#include <timemory/timemory.h>

static void* volatile kept;

static void overlap(void) {
    timemory_region* first = timemory_region_create("first", "memory_leaks");
    timemory_region* second = timemory_region_create("second", "memory_leaks");
    timemory_region_start(first);
    timemory_region_start(second);
    timemory_region_stop(first);
    void* volatile of_second = malloc(2000);
    printf("second %zu\n", malloc_usable_size(of_second));
    timemory_region_stop(second);
    kept = malloc(100000); /* unowned */
    timemory_region_destroy(first);
    timemory_region_destroy(second);
}

static void fail_to_grow(void) {
    timemory_push_region("owner");
    void* volatile block = malloc(3000);
    timemory_push_region("failing");
    volatile size_t too_much = (size_t)1 << 62;
    kept = realloc(block, too_much);
    timemory_pop_region("failing");
    printf("owner %zu\nfailing 0\n", malloc_usable_size(block));
    timemory_pop_region("owner");
}

static void free_unseen(void (*unseen)(void*)) {
    size_t size = 0;
    timemory_push_region("unseen");
    for (int i = 0; i < 100; i++) {
        void* volatile block = malloc(5000);
        size = malloc_usable_size(block);
        unseen(block);
    }
    timemory_pop_region("unseen");
    printf("unseen %zu\n", size); /* the last is not known to be free */
}

int main(void) {
    static char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOLBF, sizeof buffer);                       /* it would be allocated where something is first printed */
    void (*unseen)(void*) = (void (*)(void*))dlsym(RTLD_DEFAULT, "free"); /* before anything is counted */
    timemory_push_components("memory_leaks");
    overlap();
    fail_to_grow();
    free_unseen(unseen);
    return 0;
}
