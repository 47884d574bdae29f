/* Calls of threads whose data has already been released: they are counted, and take no memory. */
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "driver.h"

/* In pages. */
static size_t mapped(void) {
    size_t pages = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    check(file != NULL && fscanf(file, "%zu", &pages) == 1);
    fclose(file);
    return pages;
}

static void* fails(void* unused) {
    void* volatile block = malloc(10);
    free(block);
    check(fopen("/nowhere/nothing", "r") == NULL && strerror(1000000) != NULL && strerror_l(1000000, (locale_t)unused) != NULL);
    return NULL;
}

static void one_after_the_other(void* locale, int count) {
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        check(pthread_create(&thread, NULL, fails, locale) == 0 && pthread_join(thread, NULL) == 0);
    }
}

int main(void) {
    enum { THREADS = 500, PAGES_OF_CELLS = 16 };
    void* locale = newlocale(LC_ALL_MASK, "C", NULL);
    one_after_the_other(locale, 10);
    hook freeing = count_calls("free", -1), around = go_around("free", 0, 0, "");
    one_after_the_other(locale, 10);
    size_t before = mapped();
    uint64_t so_far = calls(freeing);
    one_after_the_other(locale, THREADS);
    check(mapped() < before + THREADS * PAGES_OF_CELLS / 10);
    check(calls(freeing) >= so_far + 2 * THREADS); /* its own, and what the C library frees at the end */
    unhook(around), unhook(freeing);
    return 0;
}
