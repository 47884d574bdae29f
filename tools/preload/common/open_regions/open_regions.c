#include "open_regions.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "forked.h"

/* An element of a thread's list. Other threads read it, and remove the number if they end the lap. */
struct open {
    _Atomic uint64_t number; /* 0 for none */
    _Atomic(struct tm_region*) region;
};

enum { FIRST = 64, PIECES = 24 };

/* The row consists of pieces, each twice as long as the previous one, that are never moved. */
struct row {
    struct row *next, *previous;
    atomic_size_t length;
    _Atomic(struct open*) piece[PIECES];
};

static struct row* rows;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct row* own __attribute__((tls_model("initial-exec")));

/* Returns entry `index` of a row; NULL if its piece does not exist. */
static struct open* at(const struct row* row, size_t index) {
    size_t piece = 63 - (size_t)__builtin_clzll(index / FIRST + 1);
    struct open* begin = piece < PIECES ? atomic_load_explicit(&row->piece[piece], memory_order_acquire) : NULL;
    return begin == NULL ? NULL : begin + (index - FIRST * (((size_t)1 << piece) - 1));
}

/* The regions are freed next: no thread may find one any more. */
static void forget(void) {
    struct row* row = own;
    if (row == NULL) return;
    tm_end_own_laps();
    own = NULL;
    if (tm_is_forked()) return;
    pthread_mutex_lock(&lock);
    if (row->next != NULL) row->next->previous = row->previous;
    if (row->previous != NULL) row->previous->next = row->next;
    else rows = row->next;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < PIECES; i++) free(atomic_load(&row->piece[i]));
    free(row);
}

/* Before there are threads that could end. */
__attribute__((constructor)) static void watch_threads(void) { tm_before_thread_ends = forget; }

static struct row* own_row(void) {
    if (own != NULL) return own;
    struct row* row = tm_is_forked() ? NULL : calloc(1, sizeof *row);
    if (row == NULL) return NULL;
    pthread_mutex_lock(&lock);
    row->next = rows;
    if (rows != NULL) rows->previous = row;
    rows = row;
    pthread_mutex_unlock(&lock);
    return own = row;
}

/* Removes ended laps at the end of the row. */
static size_t shorten(struct row* row) {
    size_t length = atomic_load_explicit(&row->length, memory_order_relaxed);
    while (length > 0 && atomic_load_explicit(&at(row, length - 1)->number, memory_order_acquire) == 0) length--;
    atomic_store_explicit(&row->length, length, memory_order_relaxed);
    return length;
}

static struct open* next_place(struct row* row, size_t length) {
    size_t piece = 63 - (size_t)__builtin_clzll(length / FIRST + 1);
    if (piece >= PIECES) return NULL;
    if (atomic_load_explicit(&row->piece[piece], memory_order_relaxed) == NULL) {
        atomic_store_explicit(&row->piece[piece], calloc((size_t)FIRST << piece, sizeof(struct open)), memory_order_release);
    }
    return at(row, length);
}

void tm_begin_lap(uint64_t number, struct tm_region* region) {
    struct row* row = own_row();
    size_t length = row == NULL ? 0 : shorten(row);
    struct open* open = row == NULL ? NULL : next_place(row, length);
    if (open == NULL) return; /* without memory it is not measured */
    atomic_store_explicit(&open->region, region, memory_order_relaxed);
    atomic_store_explicit(&open->number, number, memory_order_release);
    atomic_store_explicit(&row->length, length + 1, memory_order_release);
    if (region != NULL) tm_start_region(region);
}

/* Returns the latest lap with the number in the row; it is removed, and the caller must stop it. */
static bool take(struct row* row, uint64_t number, struct tm_region** region) {
    for (size_t i = atomic_load_explicit(&row->length, memory_order_acquire); i-- > 0;) {
        struct open* open = at(row, i);
        if (open == NULL || atomic_load_explicit(&open->number, memory_order_acquire) != number) continue;
        *region = atomic_load_explicit(&open->region, memory_order_relaxed);
        if (atomic_compare_exchange_strong(&open->number, &number, 0)) return true;
        return false; /* another thread was faster */
    }
    return false;
}

bool tm_end_own_lap(uint64_t number) {
    struct tm_region* region;
    if (own == NULL || !take(own, number, &region)) return false;
    if (region != NULL) tm_stop_region(region);
    shorten(own);
    return true;
}

bool tm_end_own_lap_with_inner(uint64_t number) {
    if (!tm_has_lap(number)) return false;
    for (size_t i = atomic_load_explicit(&own->length, memory_order_relaxed); i-- > 0;) {
        uint64_t inner = atomic_load_explicit(&at(own, i)->number, memory_order_relaxed);
        if (inner == number) break;
        if (inner != 0 && (inner & TM_OVERLAPS) == 0) tm_end_own_lap(inner);
    }
    return tm_end_own_lap(number);
}

bool tm_end_lap(uint64_t number) {
    if (tm_end_own_lap(number)) return true;
    if (tm_is_forked()) return true;
    bool is_found = false;
    struct tm_region* region;
    pthread_mutex_lock(&lock);
    for (struct row* row = rows; row != NULL && !is_found; row = row->next) is_found = row != own && take(row, number, &region);
    if (is_found && region != NULL) tm_stop_region(region);
    pthread_mutex_unlock(&lock);
    return is_found;
}

bool tm_has_lap(uint64_t number) {
    for (size_t i = own == NULL ? 0 : atomic_load_explicit(&own->length, memory_order_relaxed); i-- > 0;) {
        if (atomic_load_explicit(&at(own, i)->number, memory_order_relaxed) == number) return true;
    }
    return false;
}

void tm_end_own_laps(void) {
    while (own != NULL && shorten(own) > 0) {
        uint64_t number = atomic_load(&at(own, atomic_load(&own->length) - 1)->number);
        if (number != 0) tm_end_own_lap(number);
    }
}
