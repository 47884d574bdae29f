/*
 * Records a call of another library's function as a region: the code around each call.
 *
 * Only calls made by the program are measured, not those made inside: by the library itself, or by functions of the program that the
 * library calls. So a thread stores the frame of its outermost call, and calls deeper on its stack pass through. A frame that was left by
 * longjmp or an exception is recognised because the next one is not deeper.
 */
#ifndef TM_CALL_H
#define TM_CALL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "active.h"
#include "timemory/region.h"

#pragma GCC visibility push(hidden)

enum { TM_MAX_PARTS = 2 };

/* The bytes that a call transfers. */
struct tm_data {
    int64_t bytes;
    /* Those sent to or received from one rank: with separate labels if the settings request it. */
    int parts;
    struct tm_part {
        const char* kind; /* "dst", "src", "root" */
        int peer;
        int64_t bytes;
    } part[TM_MAX_PARTS];
};

/* A sum that overflows becomes the maximum. */
static inline int64_t tm_plus(int64_t a, int64_t b) {
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static inline int64_t tm_times(int64_t a, int64_t b) {
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static inline void tm_add_bytes(struct tm_data* data, int64_t bytes) { data->bytes = tm_plus(data->bytes, bytes); }

static inline void tm_add_part(struct tm_data* data, const char* kind, int peer, int64_t bytes) {
    tm_add_bytes(data, bytes);
    if (data->parts < TM_MAX_PARTS && peer >= 0) data->part[data->parts++] = (struct tm_part){kind, peer, bytes};
}

struct tm_call {
    bool is_outermost;
    bool is_within; /* another call of the same thread */
    bool counts;    /* whether the data transferred by the call are needed */
    int function;
    int result;
    timemory_region* region; /* NULL if the call is not measured */
    struct tm_data data;
};

/* The frame of the thread's outermost call; NULL outside of calls. */
extern __thread const void* tm_outermost __attribute__((tls_model("initial-exec")));

extern void tm_call_open(struct tm_call* call, int function);
extern void tm_close(struct tm_call* call);

/* The calling thread left its outermost call without returning here. */
extern void tm_abandon(void);

static inline __attribute__((always_inline)) void tm_begin(struct tm_call* call, int function) {
    call->is_outermost = call->is_within = call->counts = false;
    if (!atomic_load_explicit(&tm_is_active, memory_order_relaxed)) return;
    const void* frame = __builtin_frame_address(0);
    if (tm_outermost != NULL) {
        call->is_within = frame < tm_outermost;
        if (call->is_within) return;
        tm_abandon();
    }
    tm_outermost = frame;
    call->is_outermost = true;
    tm_call_open(call, function);
}

static inline int tm_end(struct tm_call* call) {
    if (call->is_outermost) {
        tm_close(call);
        tm_outermost = NULL;
    }
    return call->result;
}

#pragma GCC visibility pop

#endif
