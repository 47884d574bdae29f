/*
 * The functions that compilers insert calls to at the start and end of each function with -finstrument-functions: each function is a
 * region. Linked or preloaded; the C library defines both functions as well, as no-ops, so that an instrumented program works without this
 * library. The sleds that clang reserves with -fxray-instrument are handled in xray.c.
 *
 * A function that is called often and is short is dropped here, before libtimemory.so is called, as soon as that throttles it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "addresses.h"
#include "function_filter.h"
#include "functions.h"
#include "hooks.h"
#include "tool.h"
#include "user_functions.h"

#define HOOK __attribute__((no_instrument_function, visibility("default")))

const struct tm_tool tm_tool = {.name = "timemory-compiler-instrument"};

/* The labels that this thread has seen, NULL if a function is not measured, or no longer on this thread. */
static __thread struct tm_addresses here __attribute__((tls_model("initial-exec")));
static __thread uint32_t generation __attribute__((tls_model("initial-exec")));

static void forget(void) {
    free(here.table);
    here = (struct tm_addresses){0};
}

/* NULL if this call is not measured. */
static const char* label_of_this_call(const void* function) {
    uint32_t now = atomic_load_explicit(&tm_generation, memory_order_acquire);
    if (generation != now) tm_forget_addresses(&here);
    generation = now;
    bool is_new;
    struct tm_known* known = tm_known_at(&here, function, &is_new);
    if (known == NULL) return NULL;
    if (is_new) known->label = tm_label_of(function);
    if (known->label != NULL && tm_is_to_be_dropped(&known->calls, known->label)) known->label = NULL;
    return known->label;
}

void tm_function_begins(struct tm_stack* stack, const void* function, uintptr_t place) {
    if (!tm_prepare_stack(stack)) return;
    const char* label = label_of_this_call(function);
    stack->frames[stack->depth++] = (struct tmfn_frame){function, label, place};
    if (label != NULL) tm_begin_region_of(label);
}

void tm_function_ends(struct tm_stack* stack, const void* function) {
    size_t depth = stack->depth;
    while (depth > 0 && stack->frames[depth - 1].function != function) depth--;
    /* One that started before measuring did ends without further effect. */
    if (depth > 0) tm_close_down_to(stack, depth - 1);
}

/* The distance from the frame of a hook to the end of its caller's stack: two addresses that the call pushed. */
#define CALL (2 * sizeof(void*))

HOOK void __cyg_profile_func_enter(void* function, void* site) {
    (void)site;
    struct tm_stack* stack = tm_begin_hook();
    if (stack == NULL) return;
    tm_function_begins(stack, function, (uintptr_t)__builtin_frame_address(0) + CALL);
    tm_end_hook(stack);
}

HOOK void __cyg_profile_func_exit(void* function, void* site) {
    (void)site;
    struct tm_stack* stack = tm_begin_hook();
    if (stack == NULL) return;
    tm_function_ends(stack, function);
    tm_end_hook(stack);
}

/* Another object may be loaded at the same addresses: its functions are not the previously known ones. */
HOOK int dlclose(void* object) {
    int (*own)(void*) = (int (*)(void*))dlsym(RTLD_NEXT, "dlclose");
    if (own == NULL) return -1;
    int status = own(object);
    if (status == 0) tm_object_unloaded();
    return status;
}

__attribute__((constructor)) static void loaded(void) {
    tm_stack_ends = forget;
    tm_check_names_of_settings();
    if (!tm_begin_stacks()) return;
    tm_read_user_functions();
    atomic_store(&tm_is_on, true);
    tm_patch_sleds();
}
