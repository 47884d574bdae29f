/*
 * A call of a function of another library as a region: what stands around each.
 *
 * Only what the program calls is measured, and not what is called within: functions by the library itself, and the program's own functions
 * that it calls. So a thread notes the frame of its outermost call, and whatever lies deeper on its stack passes on. A frame that was left
 * by longjmp or an exception is known by the next one's not being deeper.
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

/* Bytes that a call moves. */
struct tm_data {
    int64_t bytes;
    /* Those that go to one rank or come from one: labels of their own where the settings ask for them. */
    int parts;
    struct tm_part {
        const char* kind; /* "dst", "src", "root" */
        int peer;
        int64_t bytes;
    } part[TM_MAX_PARTS];
};

/* More than there is room for is the largest number. */
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
    bool counts;    /* which data the call moves is wanted */
    int function;
    int result;
    timemory_region* region; /* NULL where the call is not measured */
    struct tm_data data;
};

/* The frame of the outermost call of the thread; NULL outside. */
extern __thread const void* tm_outermost __attribute__((tls_model("initial-exec")));

extern void tm_call_open(struct tm_call* call, int function);
extern void tm_close(struct tm_call* call);

/* The calling thread left its outermost call without coming back here. */
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
