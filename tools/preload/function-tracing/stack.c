#define _GNU_SOURCE
#include "stack.h"

#include <pthread.h>
#include <stdlib.h>

#include "active.h"
#include "log.h"
#include "timemory/bundle.h"
#include "timemory/library.h"
#include "user_functions.h"

__thread struct tm_stack tm_stack;
atomic_bool tm_is_on;
_Atomic(uint32_t) tm_session;
void (*tm_stack_ends)(void);

static pthread_key_t key;

/* How many calls of a function are made between two checks whether it is throttled. */
#define CALLS_BETWEEN 1024

void tm_close_down_to(struct tm_stack* stack, size_t depth) {
    while (stack->depth > depth) {
        const struct tmfn_frame* frame = &stack->frames[--stack->depth];
        if (frame->label != NULL) tm_end_region_of(frame->label);
    }
}

/* Never reset: calls made by its destructors are not measured. */
static void close_all(void) {
    struct tm_stack* stack = &tm_stack;
    stack->is_busy = true;
    if (atomic_load(&tm_is_on)) tm_close_down_to(stack, 0);
}

static void thread_ends(void* ended) {
    struct tm_stack* stack = ended;
    close_all();
    if (tm_stack_ends != NULL) tm_stack_ends();
    free(stack->frames);
    stack->frames = NULL;
    stack->depth = stack->room = 0;
}

bool tm_prepare_stack(struct tm_stack* stack) {
    if (!stack->is_kept) stack->is_kept = pthread_setspecific(key, stack) == 0;
    if (stack->depth < stack->room) return true;
    size_t room = stack->room == 0 ? 256 : 2 * stack->room;
    struct tmfn_frame* larger = realloc(stack->frames, room * sizeof *larger);
    if (larger == NULL) {
        TM_SAY_ONCE("out of memory for the call stack of a thread: nothing more is measured");
        atomic_store(&tm_is_on, false);
        return false;
    }
    stack->frames = larger;
    stack->room = room;
    return true;
}

bool tm_is_to_be_dropped(uint32_t* calls, const char* label) { return ++*calls % CALLS_BETWEEN == 0 && timemory_is_throttled(label); }

/* A forked process has inherited regions; libtimemory.so does nothing in it. */
static void forked(void) { atomic_store(&tm_is_on, false); }

bool tm_begin_stacks(void) {
    if (tm_is_known_disabled() || pthread_key_create(&key, thread_ends) != 0) return false;
    pthread_atfork(NULL, NULL, forked);
    timemory_at_thread_end(close_all);
    return true;
}

__attribute__((destructor)) static void unloaded(void) { atomic_store(&tm_is_on, false); }
