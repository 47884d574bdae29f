/*
 * A region that is pushed and popped again and again at one place, measured here.
 *
 * To enter Kotlin and leave it, twice for a region, takes longer than everything else about it. So when a thread has popped the same region
 * often enough with nothing between, it caches the region: what the wall clock has recorded at its node so far. From then on it adds the
 * laps here, by the same clock and the same sums, without entering Kotlin at all.
 *
 * Whatever else the thread calls reclaims the region first (`tm_enter` in process.h): Kotlin gets the sums, and opens the region where it
 * is open here, since the time when it was opened. So Kotlin, while it runs on the thread, never sees anything but its own call graph.
 * Other threads that make results read `struct tm_cached_region` as it is, and see by `version` whether it changed meanwhile; they, the end
 * of a session, and changes of the components in force revoke the cached region, which the thread notices before its next lap.
 *
 * Only regions with nothing but a wall clock are cached, for which nothing was asked that takes more than these sums
 * (src/CachedRegions.kt).
 */
#ifndef TM_FAST_PATH_H
#define TM_FAST_PATH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "disabled.h"
#include "crash_log.h"
#include "process.h"

#pragma GCC visibility push(hidden)

enum {
    TM_CACHE_AFTER = 8,        /* laps in a row: asking and taking back take about as long as two of them */
    TM_ASK_AGAIN_AFTER = 1000, /* where the answer was no */
    TM_BLOCK = 1024            /* laps whose distances are added up before they are added to those of the laps before */
};

struct tm_cached_region {
    /* What Kotlin knows too, by its place: see src/CachedRegions.kt. */
    _Atomic int64_t is_revoked; /* by any thread */
    _Atomic int64_t version;    /* odd while a lap is being added */
    _Atomic int64_t is_open;
    int64_t begin;
    int64_t laps, last, sum, min, max, shift;
    double distances, squared_distances;       /* of the block's laps from `shift` */
    double earlier_distances, earlier_squares; /* of the blocks before */
    int64_t (*clock)(void);                    /* INT64_MIN where Kotlin is to read it */
    void (*drop)(struct tm_cached_region*);    /* by Kotlin, once no thread reads it any more */
    /* The thread's own. */
    atomic_int users; /* the thread, and the call graphs that know it: the last one frees it */
    int32_t bundle;   /* 0 for the components in force */
    int32_t number;
    int64_t laps_before; /* when it was cached */
    const char* name;    /* where the region's name was given */
    const char* text;    /* and the text that was there */
};

/* The region popped last, and how often in a row. */
struct tm_popped {
    int32_t bundle;
    int32_t number;
    int32_t times;
};
extern __thread struct tm_popped tm_popped __attribute__((tls_model("initial-exec")));

extern void tm_request_cached_region(int32_t bundle, int32_t number, const char* name);

/* The thread ends: its cached region is read as it is. */
extern void tm_abandon_cached_region(void);

#pragma GCC visibility pop

/* A region was popped by Kotlin. */
static inline void tm_note_pop(int32_t bundle, int32_t number, const char* name) {
    if (tm_popped.number != number || tm_popped.bundle != bundle) {
        tm_popped = (struct tm_popped){.bundle = bundle, .number = number, .times = 1};
    } else if (++tm_popped.times == TM_CACHE_AFTER) {
        tm_request_cached_region(bundle, number, name);
    }
}

/* Whether it is of the name, which is where it was; unless that is a text of our own, another may stand there by now. */
static inline bool tm_is_cached_region(const struct tm_cached_region* cached, int32_t bundle, const char* name, bool is_own) {
    return cached->bundle == bundle && cached->name == name && (is_own || strcmp(cached->text, name) == 0) &&
           !atomic_load_explicit(&cached->is_revoked, memory_order_relaxed);
}

/* Whether the thread is inside now, for as long as a lap takes. A handler that came before may have had everything taken back. */
static inline bool tm_is_inside_for_lap(void) {
    if (__builtin_expect(atomic_load_explicit(&tm_state_flags, memory_order_relaxed) | tm_got_thread.inside, 0)) return false;
    tm_begin_inside();
    return true;
}

/* Pushes the region here where it is cached; false where Kotlin is to. */
static inline bool tm_push_cached_region(int32_t bundle, const char* name, bool is_own) {
    if (tm_cached_region == NULL || !tm_is_inside_for_lap()) return false;
    struct tm_cached_region* cached = tm_cached_region;
    bool is_done = cached != NULL && tm_is_cached_region(cached, bundle, name, is_own) && !tm_is_disabled() &&
                   !atomic_load_explicit(&cached->is_open, memory_order_relaxed);
    if (__builtin_expect(is_done, 1)) {
        tm_crash_log_push(cached->number);
        int64_t now = cached->clock();
        cached->begin = now;
        is_done = now != INT64_MIN;
        if (__builtin_expect(is_done, 1)) {
            atomic_store_explicit(&cached->is_open, 1, memory_order_release);
        } else {
            tm_crash_log_unpush();
        }
    }
    tm_leave();
    return is_done;
}

/* As LongComponent.endBlock, which says why. No lap is so long, or negative, that distances would have to be taken from 0. */
static inline void tm_end_block(struct tm_cached_region* cached) {
    double own = cached->squared_distances - cached->distances * cached->distances / TM_BLOCK;
    int64_t earlier = cached->laps - TM_BLOCK;
    if (own < 0) own = 0;
    if (earlier > 0) {
        double apart = cached->distances / TM_BLOCK - cached->earlier_distances / (double)earlier;
        own += apart * apart * (double)earlier / (double)cached->laps * TM_BLOCK;
    }
    cached->earlier_squares += own;
    int64_t moved = (int64_t)(cached->distances / TM_BLOCK);
    cached->earlier_distances += cached->distances - (double)moved * (double)cached->laps;
    cached->shift += moved;
    cached->distances = cached->squared_distances = 0;
}

static inline void tm_add_lap(struct tm_cached_region* cached, int64_t value) {
    double distance = (double)(value - cached->shift);
    cached->distances += distance;
    cached->squared_distances += distance * distance;
    if (value < cached->min) cached->min = value;
    if (value > cached->max) cached->max = value;
    cached->last = value;
    cached->sum = (int64_t)((uint64_t)cached->sum + (uint64_t)value);
    cached->laps++;
    if (__builtin_expect((cached->laps & (TM_BLOCK - 1)) == 0, 0)) tm_end_block(cached);
}

/* Pops the region here where it is cached and open; false where Kotlin is to. */
static inline bool tm_pop_cached_region(int32_t bundle, const char* name, bool is_own) {
    if (tm_cached_region == NULL || !tm_is_inside_for_lap()) return false;
    struct tm_cached_region* cached = tm_cached_region;
    bool is_done =
        cached != NULL && atomic_load_explicit(&cached->is_open, memory_order_relaxed) && tm_is_cached_region(cached, bundle, name, is_own);
    int64_t now = is_done ? cached->clock() : 0;
    is_done = is_done && now >= cached->begin; /* a clock that went back is Kotlin's to refuse */
    if (__builtin_expect(is_done, 1)) {
        int64_t version = atomic_load_explicit(&cached->version, memory_order_relaxed);
        atomic_store_explicit(&cached->version, version + 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_release);
        tm_add_lap(cached, now - cached->begin);
        atomic_store_explicit(&cached->is_open, 0, memory_order_relaxed);
        atomic_store_explicit(&cached->version, version + 2, memory_order_release);
        tm_crash_log_pop(cached->number);
    }
    tm_leave();
    return is_done;
}

#endif
