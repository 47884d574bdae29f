/*
 * The work of hooks, in two steps. The quick check that a function is not measured on this thread uses only general-purpose registers.
 * Vector registers are saved only if a region starts or ends, because libtimemory.so uses them.
 *
 * A call is identified by the location of its return address: each call has its own, and calls below it when another one starts or ends
 * were left without their end being seen, by an exception or a jump.
 */
#define _GNU_SOURCE
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

#include "trampolines.h"
#include "abandoned_frames.h"
#include "stack.h"
#include "user_functions.h"

#define GENERAL __attribute__((target("general-regs-only")))

_Atomic(uint32_t) tm_functions;

/* The number of times this thread called each function, by number. */
static __thread uint32_t* calls __attribute__((tls_model("initial-exec")));
static __thread uint32_t numbers __attribute__((tls_model("initial-exec")));

/* A function that is no longer measured on this thread. */
#define DROPPED UINT32_MAX

/* The return location of the allocation function that the thread is in; 0 if it is in none. */
static __thread uintptr_t allocating __attribute__((tls_model("initial-exec")));

GENERAL bool tm_may_enter(const struct tm_function* function, uintptr_t place) {
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || tm_stack.is_busy || allocating > place) return false;
    allocating = function->allocates ? place : 0;
    return function->number >= numbers || calls[function->number] != DROPPED;
}

GENERAL bool tm_may_exit(uintptr_t place) {
    const struct tm_stack* stack = &tm_stack;
    if (allocating == place) allocating = 0;
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || stack->is_busy || stack->depth == 0) return false;
    return stack->frames[stack->depth - 1].stack <= place;
}

static void forget_older(struct tm_stack* stack) {
    uint32_t session = atomic_load_explicit(&tm_session, memory_order_relaxed);
    if (stack->session != session) stack->depth = 0;
    stack->session = session;
}

static bool prepare_calls(void) {
    uint32_t count = atomic_load_explicit(&tm_functions, memory_order_acquire);
    if (numbers >= count) return true;
    uint32_t* larger = realloc(calls, count * sizeof *calls);
    if (larger == NULL) return false;
    memset(larger + numbers, 0, (count - numbers) * sizeof *calls);
    calls = larger;
    numbers = count;
    return true;
}

void tmpatch_enter(const struct tm_function* function, uintptr_t place) {
    struct tm_stack* stack = &tm_stack;
    stack->is_busy = true;
    forget_older(stack);
    tm_close_abandoned(stack, place);
    if (tm_prepare_stack(stack) && prepare_calls()) {
        if (tm_is_to_be_dropped(&calls[function->number], function->label)) {
            calls[function->number] = DROPPED;
        } else {
            stack->frames[stack->depth++] = (struct tmfn_frame){(const void*)function->address, function->label, place};
            tm_begin_region_of(function->label);
        }
    }
    stack->is_busy = false;
}

void tmpatch_exit(uintptr_t place) {
    struct tm_stack* stack = &tm_stack;
    stack->is_busy = true;
    forget_older(stack);
    size_t depth = stack->depth;
    while (depth > 0 && stack->frames[depth - 1].stack < place) depth--;
    if (depth > 0 && stack->frames[depth - 1].stack == place) tm_close_down_to(stack, depth - 1);
    stack->is_busy = false;
}

static void forget(void) {
    free(calls);
    calls = NULL;
    numbers = 0;
}

bool tm_begin_hooks(void) {
    tm_stack_ends = forget;
    return tm_begin_stacks();
}
