/*
 * Measures a region that is pushed and popped repeatedly at one position.
 *
 * Entering and leaving Kotlin, twice for a region, takes longer than everything else. So when a thread has popped the same region often
 * enough with nothing in between, it caches the region: the values that the wall clock has recorded at its node so far. From then on it
 * adds the laps here, using the same clock and the same sums, without entering Kotlin at all.
 *
 * Any other call of the thread reclaims the region first (`tm_enter` in process.h): Kotlin receives the sums, and opens the region if it is
 * open here, with its original start time. So Kotlin code that runs on the thread only ever sees its own call graph. Other threads that
 * make results read `struct tm_cached_region` in place, and use `version` to detect changes meanwhile; they, the end of a session, and
 * changes of the current components revoke the cached region, which the thread notices before its next lap.
 *
 * Only regions that are measured by a wall clock alone, and need nothing beyond these sums, are cached (src/CachedRegions.kt).
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
    TM_CACHE_AFTER = 8,        /* consecutive laps: asking and reclaiming take about as long as two of them */
    TM_ASK_AGAIN_AFTER = 1000, /* if the answer was no */
    TM_BLOCK = 1024            /* laps whose distances are added up before they are added to those of earlier laps */
};

struct tm_cached_region {
    /* Fields that Kotlin also uses, by index: see src/CachedRegions.kt. */
    _Atomic int64_t is_revoked; /* by any thread */
    _Atomic int64_t version;    /* odd while a lap is being added */
    _Atomic int64_t is_open;
    int64_t begin;
    int64_t laps, last, sum, min, max, shift;
    double distances, squared_distances;       /* from `shift`, for the laps of the block */
    double earlier_distances, earlier_squares; /* for the earlier blocks */
    int64_t (*clock)(void);                    /* INT64_MIN if Kotlin must read it */
    void (*drop)(struct tm_cached_region*);    /* by Kotlin, once no thread reads it any more */
    /* The thread's own. */
    atomic_int users; /* the thread, and the call graphs that reference it: the last one frees it */
    int32_t bundle;   /* 0 for the thread's current components */
    int32_t number;
    int64_t laps_before; /* when it was cached */
    const char* name;    /* address of the region's name */
    const char* text;    /* and the text at that address */
};

/* The last popped region, and the number of consecutive pops. */
struct tm_popped {
    int32_t bundle;
    int32_t number;
    int32_t times;
};
extern __thread struct tm_popped tm_popped __attribute__((tls_model("initial-exec")));

extern void tm_request_cached_region(int32_t bundle, int32_t number, const char* name);

/* Called when the thread ends: its cached region is read in place. */
extern void tm_abandon_cached_region(void);

#pragma GCC visibility pop

/* A region was popped in Kotlin. */
static inline void tm_note_pop(int32_t bundle, int32_t number, const char* name) {
    if (tm_popped.number != number || tm_popped.bundle != bundle) {
        tm_popped = (struct tm_popped){.bundle = bundle, .number = number, .times = 1};
    } else if (++tm_popped.times == TM_CACHE_AFTER) {
        tm_request_cached_region(bundle, number, name);
    }
}

/* Whether it has the given name at the same address; unless that is a text of our own, the contents may have changed. */
static inline bool tm_is_cached_region(const struct tm_cached_region* cached, int32_t bundle, const char* name, bool is_own) {
    return cached->bundle == bundle && cached->name == name && (is_own || strcmp(cached->text, name) == 0) &&
           !atomic_load_explicit(&cached->is_revoked, memory_order_relaxed);
}

/* Whether the thread is inside now, for the duration of a lap. A signal handler may have run before and reclaimed everything. */
static inline bool tm_is_inside_for_lap(void) {
    if (__builtin_expect(atomic_load_explicit(&tm_state_flags, memory_order_relaxed) | tm_got_thread.inside, 0)) return false;
    tm_begin_inside();
    return true;
}

/* Pushes the region here if it is cached; returns false if Kotlin must do it. */
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

/* Like LongComponent.endBlock, which gives the reason. No lap is so long, or negative, that distances would have to be measured from 0. */
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

/* Pops the region here if it is cached and open; returns false if Kotlin must do it. */
static inline bool tm_pop_cached_region(int32_t bundle, const char* name, bool is_own) {
    if (tm_cached_region == NULL || !tm_is_inside_for_lap()) return false;
    struct tm_cached_region* cached = tm_cached_region;
    bool is_done =
        cached != NULL && atomic_load_explicit(&cached->is_open, memory_order_relaxed) && tm_is_cached_region(cached, bundle, name, is_own);
    int64_t now = is_done ? cached->clock() : 0;
    is_done = is_done && now >= cached->begin; /* Kotlin rejects a clock that went backwards */
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
