/* Implementation of timemory/compat/library.h: life cycle, components, regions and records. */
#define _GNU_SOURCE
#include "timemory/compat/library.h"

#include <stdarg.h>

#include "disabled.h"
#include "process_allocations.h"
#include "hooks.h"
#include "kotlin.h"
#include "crash_log.h"
#include "fast_path.h"
#include "names.h"
#include "process.h"

void timemory_init_library(int argc, char** argv) {
    TM_INSIDE();
    tm_has_begun = true;
    tm_init(argv == NULL ? 0 : argc, argv);
    tm_update_disabled();
}

void timemory_named_init_library(char* name) {
    (void)name;
    timemory_init_library(0, NULL);
}

/*
 * Known to be initialized: cheap enough to check in each of many calls, as the measured MPI functions do. If it is not initialized, that is
 * checked again each time, because a session may start in many ways, but ends in only one.
 */
atomic_bool tm_is_known_to_measure;

void tm_session_ended(void) { tm_is_known_to_measure = false; }

bool timemory_library_is_initialized(void) {
    if (atomic_load_explicit(&tm_state_flags, memory_order_relaxed) & TM_FORKED) return false;
    if (atomic_load_explicit(&tm_is_known_to_measure, memory_order_relaxed)) return true;
    TM_INSIDE(false);
    if (!tm_is_initialized()) return false;
    tm_is_known_to_measure = true;
    /* It may have ended since the check. */
    if (!tm_is_initialized()) tm_is_known_to_measure = false;
    return tm_is_known_to_measure;
}

void timemory_finalize_library(void) {
    timemory_memory_finish(); /* without another session it needs its own */
    TM_INSIDE();
    tm_finalize();
    tm_update_disabled();
}

static void set_enabled(int enabled) {
    TM_INSIDE();
    tm_has_begun = true;
    tm_set_enabled(enabled);
    tm_update_disabled();
}

void timemory_pause(void) { set_enabled(0); }

void timemory_resume(void) { set_enabled(1); }

void timemory_set_environ(const char* variable, const char* value, int overwrite, int update_settings) {
    if (variable == NULL || value == NULL || setenv(variable, value, overwrite) != 0) return;
    if (!update_settings) return;
    TM_INSIDE();
    const char* text = secure_getenv(variable);
    if (text == NULL) return; /* for a privileged program, which reads no settings */
    tm_environment_changed(variable, text);
    tm_revoke_cached_region();
    tm_update_disabled();
}

void timemory_set_default(const char* components) {
    if (components == NULL) return;
    TM_INSIDE();
    tm_set_default(components);
    tm_revoke_cached_region();
}

void timemory_add_components(const char* components) {
    if (components == NULL) return;
    TM_INSIDE();
    tm_add_components(components);
    tm_revoke_cached_region();
}

void timemory_remove_components(const char* components) {
    if (components == NULL) return;
    TM_INSIDE();
    tm_remove_components(components);
    tm_revoke_cached_region();
}

void timemory_push_components(const char* components) {
    if (components == NULL) return;
    TM_INSIDE();
    tm_push_components(components);
}

/* Reads up to the given number of component numbers from a list of arguments, or up to the terminating number; returns how many. */
static int numbers_from(va_list list, int most, int into[TIMEMORY_COMPONENTS_END]) {
    int n = 0;
    while (n < most) {
        int number = va_arg(list, int);
        if (number < 0 || number == TIMEMORY_COMPONENTS_END) break;
        into[n++] = number; /* for no component too, which is reported */
        if (number > TIMEMORY_COMPONENTS_END) break;
    }
    return n;
}

#define NUMBERS_AFTER(last, most, numbers, n)  \
    int numbers[TIMEMORY_COMPONENTS_END];      \
    va_list list;                              \
    va_start(list, last);                      \
    int n = numbers_from(list, most, numbers); \
    va_end(list)

void timemory_push_components_enum(int count, ...) {
    NUMBERS_AFTER(count, count < TIMEMORY_COMPONENTS_END ? count : TIMEMORY_COMPONENTS_END, numbers, n);
    TM_INSIDE();
    tm_push_components_enum(n, numbers);
}

void timemory_pop_components(void) {
    TM_INSIDE();
    tm_pop_components();
}

/* Whether the region need not enter Kotlin, because nothing is recorded. */
static bool push_unrecorded(void) {
    TM_INSIDE(true);
    return tm_push_unrecorded();
}

static bool pop_unrecorded(void) {
    TM_INSIDE(true);
    return tm_pop_unrecorded();
}

void timemory_push_region(const char* name) {
    if (name == NULL) return;
    if (__builtin_expect(tm_has_hooks(), 0)) {
        if (!tm_is_disabled() || !push_unrecorded()) tm_hooked_push(name);
        return;
    }
    if (tm_push_cached_region(0, name, false)) {
        tm_depth.recorded++;
        return;
    }
    TM_BRIEFLY_INSIDE();
    if (tm_is_disabled() && tm_push_unrecorded()) return;
    int32_t number = tm_number_of(name);
    if (tm_is_disabled() && tm_push_unrecorded()) return; /* as the first name was passed */
    tm_push(number, name);
    tm_depth.recorded++;
    tm_crash_log_push(number);
}

void timemory_pop_region(const char* name) {
    if (name == NULL) return;
    if (__builtin_expect(tm_has_hooks(), 0)) {
        if (tm_depth.unrecorded > 0 && pop_unrecorded()) return;
        if (tm_hooked_pop(name)) return;
    }
    if (tm_pop_cached_region(0, name, false)) {
        tm_depth.recorded--;
        return;
    }
    TM_BRIEFLY_INSIDE();
    if (tm_depth.unrecorded > 0 && tm_pop_unrecorded()) return;
    int32_t number = tm_number_of(name);
    tm_pop(number, name);
    if (tm_depth.recorded == 0) return;
    tm_depth.recorded--;
    tm_crash_log_pop(number);
    tm_note_pop(0, number, name);
}

uint64_t timemory_get_begin_record(const char* name) {
    if (name == NULL || tm_is_disabled()) return UINT64_MAX;
    if (__builtin_expect(tm_has_hooks(), 0)) return tm_hooked_begin(name, NULL);
    TM_BRIEFLY_INSIDE(UINT64_MAX);
    return (uint64_t)tm_begin(tm_number_of(name), name);
}

/* The caller gets no number and could not end the record, so none is started. */
void timemory_begin_record(const char* name, uint64_t* id) {
    if (id != NULL) *id = timemory_get_begin_record(name);
}

static uint64_t begin_numbered(const char* name, int n, int* numbers) {
    if (name == NULL || tm_is_disabled()) return UINT64_MAX;
    uint64_t id = UINT64_MAX;
    timemory_create_record(name, &id, n, numbers);
    return id;
}

uint64_t timemory_get_begin_record_enum(const char* name, ...) {
    NUMBERS_AFTER(name, TIMEMORY_COMPONENTS_END, numbers, n);
    return begin_numbered(name, n, numbers);
}

void timemory_begin_record_enum(const char* name, uint64_t* id, ...) {
    NUMBERS_AFTER(id, TIMEMORY_COMPONENTS_END, numbers, n);
    if (id != NULL) *id = begin_numbered(name, n, numbers);
}

uint64_t timemory_get_begin_record_types(const char* name, const char* components) {
    if (name == NULL || components == NULL || tm_is_disabled()) return UINT64_MAX;
    if (__builtin_expect(tm_has_hooks(), 0)) return tm_hooked_begin(name, components);
    TM_BRIEFLY_INSIDE(UINT64_MAX);
    return (uint64_t)tm_begin_types(tm_number_of(name), name, components);
}

void timemory_begin_record_types(const char* name, uint64_t* id, const char* components) {
    if (id != NULL) *id = timemory_get_begin_record_types(name, components);
}

void timemory_end_record(uint64_t id) {
    if (id != UINT64_MAX) timemory_delete_record(id);
}
