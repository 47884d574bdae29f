#define _GNU_SOURCE
#include "driver.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "got.h"

static atomic_ullong counted[3];
static __thread struct tmgot_frame last;
static __thread uint64_t counted_here;
static __thread char names[200];

#define SHOWN __attribute__((visibility("default")))

static hook applied(const struct tm_hook_of* of) {
    hook made = tm_got_hook(of);
    if (made == NULL) return NULL;
    tm_got_switch(made, true);
    tm_got_apply();
    return made;
}

SHOWN hook count_calls(const char* function, int argument) {
    return applied(&(struct tm_hook_of){.function = function, .argument = argument});
}

static bool is_by(const char* object, const void* part) { return strstr(object, part) != NULL; }

SHOWN hook count_calls_of(const char* function, const char* callers) {
    return applied(&(struct tm_hook_of){.function = function, .argument = -1, .takes = is_by, .chosen = callers});
}

SHOWN hook count_halves(const char* function, int argument) {
    return applied(&(struct tm_hook_of){.function = function, .argument = argument, .is_half = true});
}

static bool is_linked_by(const char* object, const char* library, const void* name) {
    return strstr(object, library) != NULL && strcmp(library, name) == 0;
}

SHOWN hook count_calls_in(const char* function, const char* library) {
    return applied(&(struct tm_hook_of){.function = function, .argument = -1, .means = is_linked_by, .chosen = library});
}

static void* before(struct tmgot_frame* frame, void* name) {
    counted[0]++;
    counted_here++;
    last = *frame;
    if (strlen(names) + strlen(name) < sizeof names) strcat(names, name);
    errno = ENOTTY; /* the caller must not see it */
    return name;
}

static void after(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* name) {
    if (call != name) abort();
    counted[outcome == TM_RETURNED ? 1 : 2]++;
    if ((frame != NULL) != (outcome == TM_RETURNED)) abort();
    if (frame != NULL) last = *frame;
    errno = ENOTTY;
}

SHOWN hook go_around(const char* function, unsigned stack_bytes, int priority, const char* name) {
    return applied(&(struct tm_hook_of){
        .function = function, .priority = priority, .before = before, .after = after, .data = (void*)name, .stack_bytes = stack_bytes});
}

/* For a function that has nothing in vector registers. */
SHOWN hook go_around_integers(const char* function, unsigned stack_bytes) {
    return applied(&(struct tm_hook_of){
        .function = function, .before = before, .after = after, .data = "", .stack_bytes = stack_bytes, .has_no_vectors = true});
}

SHOWN hook replace(const char* function, void* replacement, void** original, int priority) {
    return applied(&(struct tm_hook_of){.function = function, .priority = priority, .replacement = replacement, .original = original});
}

SHOWN void switch_hook(hook hook, bool on) { tm_got_switch(hook, on); }
SHOWN void unhook(hook one) { tm_got_unhook(&one, 1); }
SHOWN void look_again(void) { tm_got_apply_to_new(); }
SHOWN uint64_t calls(hook hook) { return tm_got_counted(hook).calls; }
SHOWN uint64_t calls_here(hook hook) { return tm_got_counted_here(hook).calls; }
SHOWN int64_t sum(hook hook) { return tm_got_counted(hook).sum; }
SHOWN size_t slots(hook hook) { return tm_got_slots(hook).held; }
SHOWN const char* why_none(hook hook) { return tm_got_why_none(hook); }
SHOWN uint64_t began(void) { return counted[0]; }
SHOWN uint64_t began_by_this_thread(void) { return counted_here; }
SHOWN uint64_t returned(void) { return counted[1]; }
SHOWN uint64_t left(void) { return counted[2]; }
SHOWN double last_floating(int argument) { return last.vector[argument][0]; }
SHOWN double floating_result(void) { return last.floating[0][0]; }
SHOWN int64_t last_integer(int argument) { return (int64_t)last.integer[argument]; }
SHOWN int64_t integer_result(void) { return (int64_t)last.result[0]; }
SHOWN const char* order(void) { return names; }
SHOWN void forget_order(void) { *names = '\0'; }
