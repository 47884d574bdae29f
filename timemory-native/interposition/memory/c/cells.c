/*
 * Each thread counts in its own cell, so that counting takes no atomic operation and shares no cache line. When a thread ends, its counts
 * are added to those of earlier threads, and its cell is reset and reused by the next thread that starts. If it allocates or frees memory
 * after that, in later destructors, it gets another cell, which is returned in the next round of destructors, or stays readable if there is
 * none.
 */
#define _GNU_SOURCE
#include "cells.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "got.h"

__thread struct tm_memory_cell* tm_memory_cell;

static _Atomic(struct tm_memory_cell*) all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the following variables */
static struct tm_memory ended;

static pthread_key_t key;
static bool has_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* For all threads: the published numbers, and their maximum for each watch. */
static _Atomic(int64_t) net;
static _Atomic(uint64_t) watched; /* one bit per watch */
static struct watch {
    _Atomic(int64_t) peak;
    int64_t before;                 /* net at its start */
    struct tm_memory_cell* alone;   /* the only cell at its start; NULL: there were others */
    int64_t top_before, own_before; /* of that cell */
} watches[TM_WATCHES];

static void raise_peak(_Atomic(int64_t)* peak, int64_t to) {
    int64_t was = atomic_load_explicit(peak, memory_order_relaxed);
    while (to > was && !atomic_compare_exchange_weak_explicit(peak, &was, to, memory_order_relaxed, memory_order_relaxed)) continue;
}

void tm_memory_publish(struct tm_memory_cell* cell) {
    int64_t now = atomic_fetch_add(&net, cell->unpublished) + cell->unpublished;
    cell->unpublished = 0;
    for (uint64_t bits = atomic_load(&watched); bits != 0; bits &= bits - 1) raise_peak(&watches[__builtin_ctzll(bits)].peak, now);
}

static void add(struct tm_memory* to, const struct tm_memory* from) {
    for (int i = 0; i < TM_ALLOCATIONS; i++) {
        const struct tm_memory_calls* calls = &from->of[i];
        to->of[i].calls += __atomic_load_n(&calls->calls, __ATOMIC_RELAXED);
        to->of[i].requested += __atomic_load_n(&calls->requested, __ATOMIC_RELAXED);
        to->of[i].allocated += __atomic_load_n(&calls->allocated, __ATOMIC_RELAXED);
        to->of[i].freed += __atomic_load_n(&calls->freed, __ATOMIC_RELAXED);
    }
    to->net += __atomic_load_n(&from->net, __ATOMIC_RELAXED);
}

static void end_of_thread(void* of) {
    struct tm_memory_cell* cell = of;
    tm_got_thread.guard++;
    tm_memory_cell = NULL;
    tm_memory_publish(cell);
    pthread_mutex_lock(&lock);
    add(&ended, &cell->counted);
    memset(&cell->counted, 0, sizeof cell->counted);
    pthread_mutex_unlock(&lock);
    cell->peak = cell->top = 0;
    cell->owner = NULL;
    cell->begun = NULL;
    atomic_store(&cell->is_used, false);
    tm_got_thread.guard--;
}

/* No other thread of a forked child will release the lock, and only its own cell belongs to a thread. */
static void forked(void) { pthread_mutex_init(&lock, NULL); }

static void make_key(void) {
    has_key = pthread_key_create(&key, end_of_thread) == 0;
    pthread_atfork(NULL, NULL, forked);
}

static struct tm_memory_cell* used_before(void) {
    for (struct tm_memory_cell* one = atomic_load(&all); one != NULL; one = one->next) {
        bool is_used = false;
        if (atomic_compare_exchange_strong(&one->is_used, &is_used, true)) return one;
    }
    return NULL;
}

static struct tm_memory_cell* mapped(void) {
    struct tm_memory_cell* one = mmap(NULL, sizeof *one, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (one == MAP_FAILED) return NULL;
    atomic_store(&one->is_used, true);
    one->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &one->next, one)) continue;
    return one;
}

struct tm_memory_cell* tm_memory_new_cell(void) {
    int error = errno; /* that of the counted function */
    tm_got_thread.guard++;
    pthread_once(&once, make_key);
    struct tm_memory_cell* cell = used_before();
    if (cell == NULL) cell = mapped();
    tm_memory_cell = cell;
    if (cell != NULL && has_key) pthread_setspecific(key, cell);
    tm_got_thread.guard--;
    errno = error;
    return cell;
}

void tm_memory_here(struct tm_memory* into) {
    const struct tm_memory_cell* cell = tm_memory_cell;
    if (cell == NULL) memset(into, 0, sizeof *into);
    else memcpy(into, &cell->counted, sizeof *into);
}

void tm_memory_of_all(struct tm_memory* into) {
    tm_got_thread.guard++;
    pthread_mutex_lock(&lock);
    *into = ended;
    for (const struct tm_memory_cell* one = atomic_load(&all); one != NULL; one = one->next) add(into, &one->counted);
    pthread_mutex_unlock(&lock);
    tm_got_thread.guard--;
}

int64_t tm_memory_begin_peak(void) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell == NULL) return 0;
    int64_t before = cell->peak;
    cell->peak = cell->counted.net;
    return before;
}

int64_t tm_memory_end_peak(int64_t before) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell == NULL) return 0;
    int64_t peak = cell->peak;
    if (before > peak) cell->peak = before;
    return peak;
}

/* Whether no other thread has one: then all unpublished numbers are known. */
static bool is_alone(const struct tm_memory_cell* cell) {
    const struct tm_memory_cell* first = atomic_load(&all);
    return first == cell && first->next == NULL;
}

static void begin_watch(struct watch* watch, struct tm_memory_cell* cell) {
    watch->before = atomic_load(&net);
    atomic_store(&watch->peak, watch->before);
    watch->alone = cell != NULL && is_alone(cell) ? cell : NULL;
    if (watch->alone == NULL) return;
    watch->top_before = cell->top;
    cell->top = cell->counted.net;
    watch->own_before = cell->counted.net;
}

int tm_memory_watch(void) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell != NULL) tm_memory_publish(cell);
    for (uint64_t bits = atomic_load(&watched); bits != UINT64_MAX;) {
        int number = __builtin_ctzll(~bits);
        if (!atomic_compare_exchange_weak(&watched, &bits, bits | UINT64_C(1) << number)) continue;
        begin_watch(&watches[number], cell);
        return number;
    }
    return -1;
}

int64_t tm_memory_unwatch(int number) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell != NULL) tm_memory_publish(cell);
    struct watch* watch = &watches[number];
    raise_peak(&watch->peak, atomic_load(&net));
    int64_t peak = atomic_load(&watch->peak) - watch->before;
    if (watch->alone != NULL && watch->alone == cell) {
        int64_t top = cell->top;
        if (watch->top_before > top) cell->top = watch->top_before;
        if (is_alone(cell)) peak = top - watch->own_before;
    }
    atomic_fetch_and(&watched, ~(UINT64_C(1) << number));
    return peak;
}
