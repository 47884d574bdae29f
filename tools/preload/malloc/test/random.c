/*
 * Threads that allocate, move and free blocks at random, some of which belong to other threads, while each measures a separate region with
 * malloc_gotcha; and a model that adds up what the C library reports for every block. Prints nothing where both agree.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <timemory/bundle.h>

enum { THREADS = 4, STEPS = 20000, SHARED = 64, OWN = 32, NUMBERS = 7 };
enum { ALLOCATED, FREED, NET, PEAK, REQUESTED, ALLOCATIONS, DEALLOCATIONS };

static const char* const NAMES[] = {"allocated", "freed", "net", "peak", "requested", "allocations", "deallocations"};

struct model {
    int64_t number[NUMBERS];
};

static void* _Atomic shared[SHARED]; /* from one thread to another */
static pthread_barrier_t together;

static unsigned next(unsigned* state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static size_t size_of(unsigned random) { return random % 16 == 0 ? random % 300000 : random % 600; }

static void came(struct model* model, void* block, size_t requested) {
    int64_t size = (int64_t)malloc_usable_size(block);
    model->number[ALLOCATED] += size;
    model->number[NET] += size;
    model->number[REQUESTED] += (int64_t)requested;
    model->number[ALLOCATIONS]++;
    if (model->number[NET] > model->number[PEAK]) model->number[PEAK] = model->number[NET];
}

static void went(struct model* model, int64_t size) {
    model->number[FREED] += size;
    model->number[NET] -= size;
}

static void* allocate(struct model* model, unsigned random) {
    size_t size = size_of(random >> 8);
    void* block = NULL;
    switch (random % 8) {
        case 0:
            block = calloc(3, size);
            size *= 3;
            break;
        case 1:
            if (posix_memalign(&block, 128, size) != 0) abort();
            break;
        case 2: block = aligned_alloc(64, size = (size + 63) / 64 * 64); break;
        case 3: block = memalign(256, size); break;
        case 4:
            block = strdup("a block of the C library's");
            size = 27;
            break;
        case 5: block = realloc(NULL, size); break;
        default: block = malloc(size);
    }
    if (block == NULL) abort();
    came(model, block, size);
    return block;
}

static void release(struct model* model, void* block) {
    if (block == NULL) return free(NULL);
    went(model, (int64_t)malloc_usable_size(block));
    model->number[DEALLOCATIONS]++;
    free(block);
}

static void* move(struct model* model, void* block, unsigned random) {
    if (block == NULL) return NULL;
    size_t size = size_of(random) + 1;
    int64_t before = (int64_t)malloc_usable_size(block);
    void* moved = random % 2 == 0 ? realloc(block, size) : reallocarray(block, size, 1);
    if (moved == NULL) abort();
    /* Its net changes in one step. */
    int64_t now = (int64_t)malloc_usable_size(moved);
    model->number[ALLOCATED] += now;
    model->number[FREED] += before;
    model->number[NET] += now - before;
    model->number[REQUESTED] += (int64_t)size;
    model->number[ALLOCATIONS]++;
    if (model->number[NET] > model->number[PEAK]) model->number[PEAK] = model->number[NET];
    return moved;
}

static void* work(void* seed) {
    unsigned state = (unsigned)(uintptr_t)seed * 2654435761u + 1;
    struct model model = {{0}};
    void* own[OWN] = {NULL};
    timemory_region* region = timemory_region_create("work", "malloc_gotcha");
    if (region == NULL) fprintf(stderr, "%s\n", timemory_error()), exit(2);
    pthread_barrier_wait(&together);
    timemory_region_start(region);
    for (int i = 0; i < STEPS; i++) {
        unsigned random = next(&state), place = next(&state);
        void** mine = &own[place % OWN];
        if (random % 4 == 0) {
            release(&model, *mine);
            *mine = NULL;
        } else if (random % 4 == 1) {
            *mine = move(&model, *mine, next(&state));
        } else if (random % 4 == 2) {
            *mine = atomic_exchange(&shared[place % SHARED], *mine);
        } else if (*mine == NULL) {
            *mine = allocate(&model, next(&state));
        }
    }
    timemory_region_stop(region);
    uintptr_t wrong = 0;
    for (int i = 0; i < NUMBERS; i++) {
        timemory_totals totals = {0};
        /* Sizes are in megabytes. */
        double unit = i < ALLOCATIONS ? 1e6 : 1;
        bool is_there = timemory_region_get(region, 0, i, &totals);
        if (is_there && llround(totals.sum * unit) == model.number[i]) continue;
        printf("%s: %.0f in place of %" PRId64 "\n", NAMES[i], totals.sum * unit, model.number[i]);
        wrong++;
    }
    timemory_region_destroy(region);
    for (int i = 0; i < OWN; i++) free(own[i]);
    return (void*)wrong;
}

int main(void) {
    pthread_t threads[THREADS];
    uintptr_t wrong = 0;
    pthread_barrier_init(&together, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void*)(uintptr_t)(i + 1));
    for (int i = 0; i < THREADS; i++) {
        void* result;
        pthread_join(threads[i], &result);
        wrong += (uintptr_t)result;
    }
    for (int i = 0; i < SHARED; i++) free(shared[i]);
    return wrong > 0;
}
