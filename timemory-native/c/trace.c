/* Traces, as documented in timemory/compat/library.h. */
#include "disabled.h"
#include "kotlin.h"
#include "crash_log.h"
#include "names.h"
#include "process.h"
#include "timemory/bundle.h"

static void begin(const char* components, bool read_command_line, bool is_asked) {
    tm_has_begun = true;
    tm_trace_init(components == NULL ? "" : components, read_command_line, is_asked);
    tm_update_disabled();
}

void timemory_trace_init(const char* components, bool read_command_line, const char* command) {
    (void)command;
    TM_INSIDE();
    begin(components, read_command_line, true);
}

void timemory_trace_finalize(void) {
    TM_INSIDE();
    tm_trace_finalize();
    tm_update_disabled();
}

bool timemory_trace_is_initialized(void) {
    TM_INSIDE(false);
    return tm_trace_is_initialized();
}

void timemory_trace_set_env(const char* variable, const char* value) { timemory_set_environ(variable, value, 0, 1); }

void timemory_trace_set_mpi(bool use, bool attached) {
    (void)attached;
    if (!use) return;
    TM_INSIDE();
    tm_say_no_mpi();
}

/* Stored here, so that it can be set before Kotlin is entered. */
static atomic_bool follows_components;

void timemory_trace_follow_components(bool follows) { atomic_store(&follows_components, follows); }

static bool follows(void) { return atomic_load_explicit(&follows_components, memory_order_relaxed); }

void timemory_push_trace(const char* name) {
    if (name == NULL) return;
    TM_BRIEFLY_INSIDE();
    if (!tm_has_begun) begin(NULL, true, false);
    int32_t number = tm_number_of(name);
    tm_push_trace(number, name, follows());
    tm_crash_log_push(number);
}

void timemory_pop_trace(const char* name) {
    if (name == NULL) return;
    TM_BRIEFLY_INSIDE();
    int32_t number = tm_number_of(name);
    tm_pop_trace(number, name);
    tm_crash_log_pop(number);
}

void timemory_push_trace_hash(uint64_t id) {
    TM_INSIDE();
    if (!tm_has_begun) begin(NULL, true, false);
    tm_push_trace_hash((int64_t)id, follows());
}

void timemory_pop_trace_hash(uint64_t id) {
    TM_INSIDE();
    tm_pop_trace_hash((int64_t)id);
}

void timemory_add_hash_id(uint64_t id, const char* name) {
    if (name == NULL) return;
    TM_INSIDE();
    tm_add_hash((int64_t)id, tm_number_of(name), name);
}

void timemory_add_hash_ids(uint64_t count, uint64_t* ids, const char** names) {
    if (ids == NULL || names == NULL) return;
    for (uint64_t i = 0; i < count; i++) timemory_add_hash_id(ids[i], names[i]);
}

bool timemory_is_throttled(const char* name) {
    if (name == NULL) return false;
    TM_INSIDE(false);
    return tm_is_throttled(tm_number_of(name), name);
}

void timemory_reset_throttle(const char* name) {
    if (name == NULL) return;
    TM_INSIDE();
    tm_reset_throttle(tm_number_of(name), name);
}
