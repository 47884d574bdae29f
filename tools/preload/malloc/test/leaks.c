/* Allocates in regions and frees some of it: here, later, and on another thread. Prints the bytes of the remaining blocks. */
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <timemory/timemory.h>

static void* volatile kept[100];

static void* free_some(void* unused) {
    (void)unused;
    for (int i = 0; i < 20; i++) {
        free(kept[i]);
        kept[i] = NULL;
    }
    return NULL;
}

static size_t left(int from, int to) {
    size_t bytes = 0;
    for (int i = from; i < to; i++) bytes += kept[i] == NULL ? 0 : malloc_usable_size(kept[i]);
    return bytes;
}

int main(void) {
    pthread_t thread;
    timemory_push_components("memory_leaks");
    for (int lap = 0; lap < 2; lap++) {
        timemory_push_region("outer");
        for (int i = 50 * lap; i < 50 * lap + 30; i++) kept[i] = malloc(100 + (size_t)i);
        timemory_push_region("inner");
        for (int i = 50 * lap + 30; i < 50 * lap + 50; i++) kept[i] = calloc(2, 70 + (size_t)i);
        free(malloc(1000));
        timemory_pop_region("inner");
        timemory_pop_region("outer");
    }
    void* volatile outside = malloc(12345);
    pthread_create(&thread, NULL, free_some, NULL);
    pthread_join(thread, NULL);
    for (int i = 60; i < 70; i++) kept[i] = realloc(kept[i], 5000); /* outside of any region */
    for (int i = 80; i < 90; i++) free(kept[i]), kept[i] = NULL;
    size_t inner = left(30, 50) + left(90, 100) + left(80, 90);
    printf("%zu %zu\n", inner + left(20, 30) + left(50, 60) + left(70, 80), inner);
    return outside == NULL;
}
