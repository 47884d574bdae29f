/*
 * The functions of src/ that this folder calls. Entering one costs the time that the Kotlin runtime needs to register that the thread is in
 * Kotlin, and afterwards that it has left.
 *
 * A region's name is passed as a number and a text: see names.h.
 */
#ifndef TM_KOTLIN_H
#define TM_KOTLIN_H

#include <stdint.h>

extern void tm_name(int32_t number, const char* text);

/* Exchange addresses of functions for process exit: the first passes those of process.c, the second returns one for it (src/Process.kt). */
extern void tm_guard_end(int64_t is_inside, int64_t ending, int64_t dump, int64_t take_refused, int64_t session_ended);
extern int64_t tm_end_function(int32_t which);
extern void tm_tell_refused(void);
/* Before the process executes another program: writes the results so far and reports that; returns whether there were any to write. */
extern int32_t tm_write_before(const char* call);

extern void tm_init(int32_t argc, char** argv);
extern void tm_begin_session(void);
extern void tm_init_marked(int32_t argc, char** argv, const int32_t* settings);
extern int32_t tm_is_initialized(void);
extern void tm_finalize(void);
extern void tm_set_enabled(int32_t enabled);
extern int32_t tm_is_enabled(void);
extern void tm_environment_changed(const char* variable, const char* value);

extern void tm_set_default(const char* components);
extern void tm_add_components(const char* components);
extern void tm_remove_components(const char* components);
extern void tm_push_components(const char* components);
extern void tm_push_components_enum(int32_t count, const int32_t* components);
extern void tm_pop_components(void);
/* Stores the numbers of the thread's current components, up to the maximum, and returns how many there are. */
extern int32_t tm_components(int32_t* into, int32_t most);
/* Returns the components given by name. */
extern int32_t tm_components_in(const char* components, int32_t* into, int32_t most);

/* For fast_path.h: caches a region in the calling thread if possible, reclaims it, and revokes the cached regions of all threads. */
struct tm_cached_region;
enum { TM_NOT_CACHED, TM_CACHED, TM_CACHED_FOR_NEW }; /* the last: for the first time in the thread's graph, now a user */
extern int32_t tm_cache_region(int32_t bundle, int32_t name, struct tm_cached_region* cached);
/* 0 if the thread's call graph no longer references it, but others may still read it. */
extern int32_t tm_reclaim(struct tm_cached_region* cached);
extern void tm_revoke_cached_region(void);

extern void tm_push(int32_t name, const char* text);
extern void tm_pop(int32_t name, const char* text);
extern int64_t tm_begin(int32_t name, const char* text);
extern int64_t tm_begin_enum(int32_t name, const char* text, int32_t count, const int32_t* components);
extern int64_t tm_begin_types(int32_t name, const char* text, const char* components);
extern int64_t tm_begin_auto_timer(int32_t name, const char* text);
extern void tm_end(int64_t id);

extern void tm_trace_init(const char* components, int32_t reads_command_line, int32_t is_asked);
extern void tm_trace_finalize(void);
extern int32_t tm_trace_is_initialized(void);
/* `follows` is whether the thread's current components measure it. */
extern void tm_push_trace(int32_t name, const char* text, int32_t follows);
extern void tm_pop_trace(int32_t name, const char* text);
extern void tm_push_trace_hash(int64_t hash, int32_t follows);
extern void tm_pop_trace_hash(int64_t hash);
extern void tm_add_hash(int64_t hash, int32_t name, const char* text);
extern int32_t tm_is_throttled(int32_t name, const char* text);
extern void tm_reset_throttle(int32_t name, const char* text);
extern void tm_say_no_mpi(void);

/*
 * Passes functions to ../interposition/memory: each address follows its name, terminated by 0: those for components, and those of
 * process_allocations.c and its end.
 */
extern void tm_use_memory(const int64_t* functions, const int64_t* held);
extern int32_t tm_finish_memory(int32_t is_unasked);

/* Functions that can fail store a text to be freed in *error. */
extern int32_t tm_bundle(const char* components, char** error);
extern int32_t tm_bundle_with(const char* components, const char* optional, const char* user_bundles, const char* percentiles,
                              const char* scope, char** error);
extern void* tm_bundle_region(int32_t bundle, const char* name, char** error);
extern void tm_bundle_push(int32_t bundle, int32_t name, const char* text);
extern void tm_bundle_pop(int32_t bundle, int32_t name, const char* text);
extern int64_t tm_bundle_begin(int32_t bundle, int32_t name, const char* text);
/* For timemory/stream.h. */
extern int64_t tm_bundle_begin_stream(int32_t bundle, int32_t name, const char* text, int64_t stream, char** error);
extern int32_t tm_region_start_stream(void* region, int64_t stream, char** error);
extern void* tm_region(const char* name, const char* components, char** error);
extern void tm_region_start(void* region);
extern void tm_region_stop(void* region);
extern void tm_region_reset(void* region);
extern int32_t tm_region_is_running(void* region);
extern int32_t tm_region_get(void* region, int32_t component, int32_t element, double* into);
extern char* tm_region_text(void* region, int32_t component);
extern void tm_region_destroy(void* region);
extern char* tm_catalogue(int32_t with_costs);
extern char* tm_hardware_events(void);
extern char* tm_results(const char* component, int32_t hierarchy, char** error);
extern char* tm_saved_results(const char* path, int32_t hierarchy, char** error);
extern char* tm_results_components(void);
/* For tracker_values.h, which numbers the values that are changed and read. */
extern int32_t tm_region_change(void* region, int32_t component, int32_t change, const char* key, double value, char** error);
extern int32_t tm_region_change_integer(void* region, int32_t component, int32_t change, const char* key, int64_t value, char** error);
extern int32_t tm_region_value(void* region, int32_t component, int32_t which, const char* key, double* into, char** error);
extern int32_t tm_region_value_integer(void* region, int32_t component, int32_t which, const char* key, int64_t* into, char** error);
extern int32_t tm_tracker(const char* id, const char* description, const char* unit, int32_t kind, char** error);
extern int32_t tm_tracker_named(const char* id, char** error);
extern int32_t tm_tracker_change(int32_t tracker, int32_t change, const char* key, double value, char** error);
extern int32_t tm_tracker_change_integer(int32_t tracker, int32_t change, const char* key, int64_t value, char** error);
extern int32_t tm_tracker_value(int32_t tracker, int32_t which, const char* key, double* into, char** error);
extern int32_t tm_tracker_value_integer(int32_t tracker, int32_t which, const char* key, int64_t* into, char** error);
extern int32_t tm_tracker_track(int32_t tracker, int32_t name, const char* text, double value, char** error);
extern int32_t tm_tracker_track_integer(int32_t tracker, int32_t name, const char* text, int64_t value, char** error);
extern int32_t tm_region_reading(void* region, int32_t component, double* into, char** error);
extern int32_t tm_region_combine(void* region, void* other, int32_t subtracts, char** error);
extern char* tm_table(const char* component, char** error);
extern int32_t tm_report(const char* directory, char** error);
extern void tm_clear(void);
extern void tm_add_metadata(const char* name, const char* value);

/* For timemory/context.h. */
extern int64_t tm_context_here(void);
extern int32_t tm_context_enter(int64_t context);
extern void tm_context_leave(void);
extern void tm_context_add_laps(int64_t context, int32_t bundle, int32_t name, const char* text, int32_t count, const int64_t* values);

/* For timemory/ranks.h: whether ended sessions are kept, and their results, as bytes allocated by malloc. */
extern void tm_keep_results(int32_t keeps);
extern char* tm_take_results(int32_t rank, int64_t* length, char** error);
extern char* tm_merge_results(const char* some, int64_t some_length, const char* others, int64_t others_length, int64_t* length,
                              char** error);
extern int32_t tm_write_results(const char* results, int64_t length, const char* prefix, char** error);
extern int32_t tm_write_groups(const char* groups, int64_t length, const char* prefix, char** error);
extern int32_t tm_rank_groups(int32_t rank, int32_t size);

/*
 * For timemory/component.h. The texts are id, description, unit, label and elements; `functions` call those in `component`, a copy that is
 * never freed, and are listed in src/CustomFunctions.kt.
 */
enum { TM_MARKER, TM_FLOATING, TM_INTEGER, TM_VALUES };
enum { TM_TAKES_LABEL = 1, TM_TAKES_STREAMS = 2 };
extern int32_t tm_register_component(const char* const* texts, int32_t kind, int64_t size, int64_t value_size, int32_t has,
                                     const void* component, const void* functions, char** error);
extern void* tm_instance(const char* component, const char* label, char** error);
extern int32_t tm_instance_start(void* instance, char** error);
extern int32_t tm_instance_stop(void* instance, char** error);
extern int32_t tm_instance_get(void* instance, int32_t element, double* into);
extern void tm_instance_destroy(void* instance);

/* For papi.h. The id is never freed. */
extern char* tm_papi_tuple(const char* id, const char* events, const char* clock, char** error);
/* Assigns a number to a component, for enum.h. */
extern int32_t tm_number_component(const char* id, int32_t number, char** error);
/* For garbage.h. */
extern void tm_collect(void);

extern char* tm_tool_components(const char* given, const char* bundles, const char* usual, char** error);
extern char* tm_setting(const char* name, char** error);
extern int32_t tm_change_setting(const char* name, const char* value, char** error);

#endif
