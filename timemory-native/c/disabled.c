#include "disabled.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "kotlin.h"
#include "process.h"

atomic_bool tm_disabled;

__thread struct tm_depth tm_depth;

/* For each unrecorded push, the number of regions open in Kotlin at that time. */
static __thread int* depths __attribute__((tls_model("initial-exec")));
static __thread int room __attribute__((tls_model("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_depths(void* unused) {
    (void)unused;
    int* gone = depths; /* cleared first: a signal handler may run in between and push */
    depths = NULL;
    room = 0;
    tm_depth.unrecorded = 0;
    atomic_signal_fence(memory_order_seq_cst);
    free(gone);
}

static void make_key(void) { pthread_key_create(&key, free_depths); }

bool tm_push_unrecorded(void) {
    if (tm_depth.unrecorded == room) {
        pthread_once(&once, make_key);
        int* more = realloc(depths, (2 * (size_t)room + 16) * sizeof *depths);
        if (more == NULL) return false;
        depths = more;
        room = 2 * room + 16;
        pthread_setspecific(key, depths);
    }
    depths[tm_depth.unrecorded++] = tm_depth.recorded;
    return true;
}

bool tm_pop_unrecorded(void) {
    if (tm_depth.unrecorded == 0 || depths[tm_depth.unrecorded - 1] != tm_depth.recorded) return false;
    tm_depth.unrecorded--;
    return true;
}

void tm_update_disabled(void) {
    /* Another thread may switch it meanwhile: the last one to store has seen the current value. */
    for (;;) {
        bool is_disabled = tm_is_initialized() && !tm_is_enabled();
        atomic_store(&tm_disabled, is_disabled);
        if (is_disabled == (tm_is_initialized() && !tm_is_enabled())) return;
    }
}

/*
 * Called by timemory-live after switching recording on or off. It does so on a thread of the library, where the public functions are
 * refused, and finds this one by its name.
 */
__attribute__((visibility("default"))) extern void timemory_recording_changed(void);

void timemory_recording_changed(void) {
    tm_has_begun = true;
    tm_update_disabled();
}

atomic_bool tm_has_begun;

static void begin(void) {
    if (!tm_has_begun) tm_begin_session();
    tm_has_begun = true;
    tm_update_disabled();
}

void tm_begin_unasked(void) {
    static pthread_once_t first = PTHREAD_ONCE_INIT;
    pthread_once(&first, begin);
}
