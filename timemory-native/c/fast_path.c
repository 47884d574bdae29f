#include "fast_path.h"

#include <stdlib.h>

#include "kotlin.h"
#include "names.h"
#include "process.h"

/* Initial value, so that a thread's first call takes the slow path. Its name never matches. */
static struct tm_cached_region first;

__thread struct tm_cached_region* tm_cached_region = &first;
__thread struct tm_popped tm_popped;

/* The memory of the previously cached region, reused for the next one. */
static __thread struct tm_cached_region* kept __attribute__((tls_model("initial-exec")));

static void drop(struct tm_cached_region* cached) {
    if (atomic_fetch_sub(&cached->users, 1) == 1) free(cached);
}

void tm_request_cached_region(int32_t bundle, int32_t number, const char* name) {
    tm_popped.times = TM_CACHE_AFTER - TM_ASK_AGAIN_AFTER;
    const char* text = tm_name_of(number);
    if (text == NULL) return;
    struct tm_cached_region* cached = kept;
    if (cached == NULL) {
        cached = calloc(1, sizeof *cached);
        if (cached == NULL) return;
        atomic_store(&cached->users, 1);
        cached->drop = drop;
        kept = cached;
    }
    cached->bundle = bundle;
    cached->number = number;
    cached->name = name;
    cached->text = text;
    atomic_fetch_add(&cached->users, 1);
    int32_t answer = tm_cache_region(bundle, number, cached);
    if (answer != TM_CACHED_FOR_NEW) drop(cached);
    if (answer == TM_NOT_CACHED) return;
    cached->laps_before = cached->laps;
    tm_cached_region = cached;
}

void tm_reclaim_cached_region(void) {
    struct tm_cached_region* cached = tm_cached_region;
    tm_cached_region = NULL;
    if (cached == &first) {
        tm_watch_thread();
        return;
    }
    tm_popped.times = cached->laps == cached->laps_before ? TM_CACHE_AFTER - TM_ASK_AGAIN_AFTER : 0;
    if (tm_reclaim(cached)) return;
    kept = NULL;
    drop(cached);
}

void tm_abandon_cached_region(void) {
    struct tm_cached_region* gone = kept; /* cleared first: a signal handler may run in between and push */
    tm_cached_region = NULL;
    kept = NULL;
    atomic_signal_fence(memory_order_seq_cst);
    if (gone != NULL) drop(gone);
}
