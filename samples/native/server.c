/*
 * A server whose threads answer three kinds of requests. One is slow because of a function that it calls: samples show which.
 *
 *     gcc -O2 server.c $(pkg-config --cflags --libs timemory) -o server
 *     TIMEMORY_SAMPLING=cpu TIMEMORY_OUTPUT_FORMATS=html,collapsed ./server
 *
 * See timemory-output/report.html ("Icicle", with cpu_samples as the width) and docs/sampling.md.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <timemory/library.h>

enum { THREADS = 4, REQUESTS = 3000, WORDS = 5000, TERMS = WORDS / 4, LENGTH = 12 };

static char words[WORDS][LENGTH];
static const char* terms[TERMS];
static atomic_int next;
static atomic_long answered;

/* So that each function is visible, as functions of other files would be. */
#define SEEN __attribute__((noinline))

/* Slow: compares the word with each term. A hash table would do. */
SEEN static bool is_term(const char* word) {
    for (int i = 0; i < TERMS; i++) {
        if (strcmp(terms[i], word) == 0) return true;
    }
    return false;
}

SEEN static int highlighted(const char* word, char* into) { return sprintf(into, is_term(word) ? "<b>%s</b> " : "%s ", word); }

SEEN static int render(int page, char* into) {
    int length = 0;
    for (int i = 0; i < 400; i++) length += highlighted(words[(page * 31 + i * 17) % WORDS], into + length);
    return length;
}

SEEN static int list(char* into) {
    int length = 0;
    for (int i = 0; i < 400; i++) length += sprintf(into + length, "%s\n", words[i]);
    return length;
}

static int by_text(const void* a, const void* b) { return strcmp(*(const char* const*)a, *(const char* const*)b); }

SEEN static int find(const char* text, char* into) {
    const char* found[WORDS];
    int count = 0, length = 0;
    for (int i = 0; i < WORDS; i++) {
        if (strstr(words[i], text) != NULL) found[count++] = words[i];
    }
    qsort(found, (size_t)count, sizeof *found, by_text);
    for (int i = 0; i < count && i < 100; i++) length += sprintf(into + length, "%s\n", found[i]);
    return length;
}

static int home(char* into) {
    timemory_push_region("home");
    int length = list(into);
    timemory_pop_region("home");
    return length;
}

static int search(int number, char* into) {
    char text[LENGTH];
    snprintf(text, sizeof text, "%d", number % 10);
    timemory_push_region("search");
    int length = find(text, into);
    timemory_pop_region("search");
    return length;
}

static int page(int number, char* into) {
    timemory_push_region("page");
    int length = render(number, into);
    timemory_pop_region("page");
    return length;
}

static void* serve(void* unused) {
    char* answer = malloc(100000);
    for (int number; answer != NULL && (number = atomic_fetch_add(&next, 1)) < REQUESTS;) {
        int length = number % 4 == 0 ? home(answer) : number % 4 == 1 ? search(number, answer) : page(number, answer);
        atomic_fetch_add(&answered, length);
    }
    free(answer);
    return unused;
}

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    for (int i = 0; i < WORDS; i++) snprintf(words[i], LENGTH, "word%d", i * 7919 % WORDS);
    for (int i = 0; i < TERMS; i++) terms[i] = words[4 * i];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, serve, NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    printf("answered %ld bytes\n", atomic_load(&answered));
    timemory_finalize_library();
    return 0;
}
