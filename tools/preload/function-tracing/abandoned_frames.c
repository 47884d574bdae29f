#define _GNU_SOURCE
#include "abandoned_frames.h"

#include <pthread.h>

/* The thread's own stack. */
static __thread uintptr_t lowest __attribute__((tls_model("initial-exec")));
static __thread uintptr_t highest __attribute__((tls_model("initial-exec")));

static bool is_own(uintptr_t place) { return place >= lowest && place < highest; }

static void find_own_stack(void) {
    pthread_attr_t attributes;
    highest = UINTPTR_MAX; /* if it is unknown, everything counts as one stack */
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* low;
    size_t size;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        lowest = (uintptr_t)low;
        highest = lowest + size;
    }
    pthread_attr_destroy(&attributes);
}

/* No stack of a signal handler or a coroutine is larger. */
#define OF_ONE_STACK ((uintptr_t)1 << 20)

static bool was_left(uintptr_t frame, uintptr_t place) {
    if (is_own(place)) return !is_own(frame) || frame <= place;
    return !is_own(frame) && frame <= place && place - frame < OF_ONE_STACK;
}

void tm_close_abandoned(struct tm_stack* stack, uintptr_t place) {
    if (highest == 0) find_own_stack();
    size_t depth = stack->depth;
    while (depth > 0 && was_left(stack->frames[depth - 1].stack, place)) depth--;
    if (depth < stack->depth) tm_close_down_to(stack, depth);
}

void tm_close_below(uintptr_t place) {
    struct tm_stack* stack = &tm_stack;
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || stack->is_busy || stack->depth == 0) return;
    stack->is_busy = true;
    tm_close_abandoned(stack, place);
    stack->is_busy = false;
}
