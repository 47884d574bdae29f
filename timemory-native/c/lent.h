/*
 * A region that is pushed and popped again and again at one place, measured here.
 *
 * To enter Kotlin and leave it, twice for a region, takes longer than everything else about it. So when a thread has popped the same region
 * often enough with nothing between, it asks Kotlin to lend it the region's node: what the wall clock has recorded there so far. From then on
 * it adds the laps here, by the same clock and the same sums, without entering Kotlin at all.
 *
 * Whatever else the thread calls takes the region back first (`tm_enter` in process.h): Kotlin gets the sums, and opens the region where it is
 * open here, since the time when it was opened. So Kotlin, while it runs on the thread, never sees anything but its own call graph. Other
 * threads that make results read `struct tm_lent` as it is, and see by `version` whether it changed meanwhile; they, the end of a session, and
 * changes of the components in force revoke the loan, which the thread notices before its next lap.
 *
 * Only regions with nothing but a wall clock are lent, for which nothing was asked that takes more than these sums (src/LentRegions.kt).
 */
#ifndef TM_LENT_H
#define TM_LENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "disabled.h"
#include "lanes.h"
#include "process.h"

#pragma GCC visibility push(hidden)

enum {
    TM_LEND_AFTER = 8,       /* laps in a row: asking and taking back take about as long as two of them */
    TM_ASK_AGAIN_AFTER = 1000 /* where the answer was no */
};

struct tm_lent {
    /* What Kotlin knows too, by its place: see src/LentRegions.kt. */
    _Atomic int64_t is_revoked; /* by any thread */
    _Atomic int64_t version;    /* odd while a lap is being added */
    _Atomic int64_t is_open;
    int64_t begin;
    int64_t laps, last, sum, min, max, first;
    double distances, squared_distances; /* from the first lap */
    int64_t (*clock)(void);              /* INT64_MIN where Kotlin is to read it */
    void (*drop)(struct tm_lent*);       /* by Kotlin, once nobody reads it any more */
    /* The thread's own. */
    atomic_int users; /* the thread, and the call graphs that know it: the last one frees it */
    int32_t bundle;   /* 0 for the components in force */
    int32_t number;
    int64_t laps_before; /* when it was lent */
    const char* name; /* where the region's name was given */
    const char* text; /* and what stood there */
};

/* The region popped last, and how often in a row. */
struct tm_popped {
    int32_t bundle;
    int32_t number;
    int32_t times;
};
extern __thread struct tm_popped tm_popped __attribute__((tls_model("initial-exec")));

extern void tm_ask_for_loan(int32_t bundle, int32_t number, const char* name);

/* The thread ends: what it was lent is read as it is. */
extern void tm_leave_loan(void);

#pragma GCC visibility pop

/* A region was popped by Kotlin. */
static inline void tm_note_pop(int32_t bundle, int32_t number, const char* name) {
    if (tm_popped.number != number || tm_popped.bundle != bundle) {
        tm_popped = (struct tm_popped){.bundle = bundle, .number = number, .times = 1};
    } else if (++tm_popped.times == TM_LEND_AFTER) {
        tm_ask_for_loan(bundle, number, name);
    }
}

/* Whether it is of the name, which is where it was; unless that is a text of our own, another may stand there by now. */
static inline bool tm_is_loan(const struct tm_lent* lent, int32_t bundle, const char* name, bool is_own) {
    return lent->bundle == bundle && lent->name == name && (is_own || strcmp(lent->text, name) == 0) &&
           !atomic_load_explicit(&lent->is_revoked, memory_order_relaxed);
}

/* Whether the thread is inside now, for as long as a lap takes. A handler that came before may have had everything taken back. */
static inline bool tm_is_inside_for_lap(void) {
    if (__builtin_expect(atomic_load_explicit(&tm_heed, memory_order_relaxed) | tm_got_thread.inside, 0)) return false;
    tm_begin_inside();
    return true;
}

/* Pushes the region here where it is lent; false where Kotlin is to. */
static inline bool tm_push_lent(int32_t bundle, const char* name, bool is_own) {
    if (tm_lent == NULL || !tm_is_inside_for_lap()) return false;
    struct tm_lent* lent = tm_lent;
    bool is_done = lent != NULL && tm_is_loan(lent, bundle, name, is_own) && !tm_is_disabled() &&
                   !atomic_load_explicit(&lent->is_open, memory_order_relaxed);
    if (__builtin_expect(is_done, 1)) {
        tm_lane_push(lent->number);
        int64_t now = lent->clock();
        lent->begin = now;
        is_done = now != INT64_MIN;
        if (__builtin_expect(is_done, 1)) {
            atomic_store_explicit(&lent->is_open, 1, memory_order_release);
        } else {
            tm_lane_unpush();
        }
    }
    tm_leave();
    return is_done;
}

static inline void tm_add_lap(struct tm_lent* lent, int64_t value) {
    double distance = (double)(value - lent->first);
    lent->distances += distance;
    lent->squared_distances += distance * distance;
    if (value < lent->min) lent->min = value;
    if (value > lent->max) lent->max = value;
    lent->last = value;
    lent->sum = (int64_t)((uint64_t)lent->sum + (uint64_t)value);
    lent->laps++;
}

/* Pops the region here where it is lent and open; false where Kotlin is to. */
static inline bool tm_pop_lent(int32_t bundle, const char* name, bool is_own) {
    if (tm_lent == NULL || !tm_is_inside_for_lap()) return false;
    struct tm_lent* lent = tm_lent;
    bool is_done = lent != NULL && atomic_load_explicit(&lent->is_open, memory_order_relaxed) && tm_is_loan(lent, bundle, name, is_own);
    int64_t now = is_done ? lent->clock() : 0;
    is_done = is_done && now >= lent->begin; /* a clock that went back is Kotlin's to refuse */
    if (__builtin_expect(is_done, 1)) {
        int64_t version = atomic_load_explicit(&lent->version, memory_order_relaxed);
        atomic_store_explicit(&lent->version, version + 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_release);
        tm_add_lap(lent, now - lent->begin);
        atomic_store_explicit(&lent->is_open, 0, memory_order_relaxed);
        atomic_store_explicit(&lent->version, version + 2, memory_order_release);
        tm_lane_pop(lent->number);
    }
    tm_leave();
    return is_done;
}

#endif
