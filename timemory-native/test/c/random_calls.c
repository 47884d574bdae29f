/*
 * Random sequences of calls of every function of the headers, valid and invalid, on one thread and on several, with collections of Kotlin's
 * garbage by the threads themselves, every so many calls, and by a concurrent thread. The process must not crash, and must not hang.
 *
 * Each sequence follows from its seed and runs in a separate process. A failing sequence is reduced, and printed.
 *
 *     RANDOM_SEED     the first seed, 1
 *     RANDOM_CALLS    how many calls altogether; 10,000, and 1,000,000 where THOROUGH is true
 *     RANDOM_THREADS  how many threads each sequence runs on; by turns 1 and 4
 *     RANDOM_COLLECT  how many calls of a thread lie between two collections; 1,000
 *     RANDOM_LENGTH   how many calls a sequence has; 5,000, and 10,000 where THOROUGH is true
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "timemory/bundle.h"
#include "timemory/component.h"
#include "timemory/context.h"
#include "timemory/gotcha.h"
#include "timemory/library.h"
#include "timemory/ranks.h"
#include "timemory/region.h"
#include "timemory/results.h"
#include "timemory/stream.h"
#include "timemory/tracker.h"

/* From c/garbage.h, which is not part of the API; the stubs of the library have no collector. */
extern void timemory_collect_garbage(void) __attribute__((weak));

enum { HELD = 8, LONG_NAME = 20000, MAX_SECONDS = 60, MAX_PARTS_SECONDS = 20 };

/* ---- Chance --------------------------------------------------------------------------------------------------------------------- */

struct chance {
    uint64_t state;
};

static uint64_t next(struct chance* chance) { /* splitmix64 */
    uint64_t z = (chance->state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(struct chance* chance, int bound) { return (int)(next(chance) % (uint64_t)bound); }

static bool one_in(struct chance* chance, int n) { return below(chance, n) == 0; }

#define ONE_OF(chance, array) (array)[below(chance, (int)(sizeof(array) / sizeof *(array)))]

/* ---- What a thread has ------------------------------------------------------------------------------------------------------------ */

struct own {
    struct chance chance;
    timemory_region* regions[HELD];
    timemory_gotcha* gotchas[2];
    uint64_t records[HELD];
    void* timers[HELD];
    void* tuples[HELD];
    char* bytes[2];
    size_t lengths[2];
    char buffer[64]; /* a name whose text changes while its address stays */
};

/* The data that threads share: numbers, which any of them may use. */
static _Atomic uint64_t contexts[HELD], others_records[HELD];
static atomic_uint bundles[HELD];

static char long_name[LONG_NAME + 1];

/* ---- Arguments -------------------------------------------------------------------------------------------------------------------- */

static const char* const LABELS[] = {"a",   "b",    "c",          "solve",        "step",      "",     " ",
                                     "a/b", "a\nb", "\"quoted\"", "\xff\xfe\xc3", "</script>", "%s%n", "\xf0\x9f\x8c\x8d",
                                     "{}",  "b"};

/* A name of a region; sometimes none, a very long one, one of very many, one in a buffer that is used again. */
static const char* label(struct own* own) {
    int which = below(&own->chance, 100);
    if (which == 0) return NULL;
    if (which == 1) return long_name + below(&own->chance, LONG_NAME);
    if (which < 6) {
        snprintf(own->buffer, sizeof own->buffer, "label %d", below(&own->chance, 3));
        return own->buffer;
    }
    if (which == 6) {
        snprintf(own->buffer, sizeof own->buffer, "label %d", below(&own->chance, 100000));
        return own->buffer;
    }
    return ONE_OF(&own->chance, LABELS);
}

static const char* const COMPONENTS[] = {
    "wall_clock",
    "wall_clock",
    "wall_clock",
    "wall_clock, cpu_clock, cpu_util",
    "peak_rss",
    "page_rss;virtual_memory",
    "data_tracker_integer",
    "data_tracker_unsigned, data_tracker_floating",
    "thread_cpu_clock system_clock user_clock",
    "timestamp",
    "trip_count wall_clock",
    "num_minor_page_faults",
    "memory_allocations",
    "papi_array",
    "cuda_event",
    "read_bytes,written_bytes",
    "user_global_bundle",
    "user_trace_bundle user_list_bundle",
    "random_0",
    "random_1, wall_clock",
    "random_2",
    "random_3",
    "WALL_CLOCK",
    "wall_clok",
    "nothing",
    "",
    ",;, ",
    "wall_clock,wall_clock,wall_clock",
    "wall_clock nothing peak_rss",
    "\xff\xfe",
};

static const char* components(struct own* own) {
    int which = below(&own->chance, 60);
    if (which == 0) return NULL;
    if (which == 1) return long_name + below(&own->chance, LONG_NAME);
    return ONE_OF(&own->chance, COMPONENTS);
}

static int number(struct own* own) {
    static const int ODD[] = {-1, 0, 1, 7, 96, 97, 98, 1000, INT32_MAX, INT32_MIN};
    if (one_in(&own->chance, 8)) return ONE_OF(&own->chance, ODD);
    return one_in(&own->chance, 2) ? WALL_CLOCK : below(&own->chance, TIMEMORY_COMPONENTS_END + 4);
}

static double floating(struct own* own) {
    static const double ODD[] = {0, 1, -1, 0.5, 1e300, -1e300, 9.3e18, NAN, INFINITY, -INFINITY, 5e-324};
    return one_in(&own->chance, 2) ? ONE_OF(&own->chance, ODD) : below(&own->chance, 1000);
}

static int64_t integer(struct own* own) {
    static const int64_t ODD[] = {0, 1, -1, INT64_MAX, INT64_MIN, INT64_C(1) << 53};
    return one_in(&own->chance, 2) ? ONE_OF(&own->chance, ODD) : below(&own->chance, 1000);
}

static int place(struct own* own) { return below(&own->chance, HELD); }

/* An index of a component of a region, or of one of its numbers: rarely one that does not exist. */
static int index_of(struct own* own) {
    static const int ODD[] = {-1, 3, 64, INT32_MAX, INT32_MIN};
    return one_in(&own->chance, 6) ? ONE_OF(&own->chance, ODD) : below(&own->chance, 2);
}

static uint64_t record(struct own* own) {
    switch (below(&own->chance, 12)) {
        case 0: return next(&own->chance);
        case 1: return 0;
        case 2: return UINT64_MAX;
        case 3: return atomic_load(&others_records[place(own)]);
        default: return own->records[place(own)];
    }
}

static void keep_record(struct own* own, uint64_t id) {
    int i = place(own);
    own->records[i] = id;
    atomic_store(&others_records[i], id);
}

static timemory_bundle_t bundle(struct own* own) {
    switch (below(&own->chance, 20)) {
        case 0: return 0;
        case 1: return (timemory_bundle_t)next(&own->chance);
        case 2: return UINT32_MAX;
        default: return atomic_load(&bundles[place(own)]);
    }
}

static timemory_context_t context(struct own* own) {
    switch (below(&own->chance, 10)) {
        case 0: return 0;
        case 1: return next(&own->chance);
        case 2: return atomic_load(&contexts[place(own)]) ^ UINT64_C(1) << below(&own->chance, 64);
        default: return atomic_load(&contexts[place(own)]);
    }
}

static timemory_region* region(struct own* own) { return own->regions[place(own)]; }

static timemory_gotcha* gotcha(struct own* own) { return own->gotchas[below(&own->chance, 2)]; }

static const char* const SETTINGS[] = {
    "ENABLED",
    "VERBOSE",
    "DEBUG",
    "MAX_DEPTH",
    "MAX_NODES",
    "FLAT_PROFILE",
    "TIMELINE_PROFILE",
    "COLLAPSE_THREADS",
    "THROTTLE_COUNT",
    "THROTTLE_VALUE",
    "PRECISION",
    "WIDTH",
    "MAX_WIDTH",
    "SCIENTIFIC",
    "TIMING_UNITS",
    "MEMORY_UNITS",
    "TIME_FORMAT",
    "PERCENTILES",
    "COMPONENTS",
    "GLOBAL_COMPONENTS",
    "TRACE_COMPONENTS",
    "OUTPUT_PREFIX",
    "OUTPUT_FORMATS",
    "TEXT_OUTPUT",
    "JSON_OUTPUT",
    "TIMEMORY_PRECISION",
    "precision",
    "NOTHING",
    "",
    "COLLAPSE_PROCESSES",
    "NODE_COUNT",
    "TIME_OUTPUT",
    "CONSOLE_MAX_ROWS",
    "COUT_ROWS",
    "SEPARATOR_FREQ",
    "COMPATIBLE",
};

static const char* setting(struct own* own) { return one_in(&own->chance, 30) ? NULL : ONE_OF(&own->chance, SETTINGS); }

static const char* value(struct own* own) {
    static const char* const VALUES[] = {"true", "false", "on", "0",    "1",           "3",  "100",  "-1",   "",           "nothing",
                                         "sec",  "usec",  "MB", "1e99", "99999999999", "%F", "text", "json", "wall_clock", "\xff"};
    return one_in(&own->chance, 30) ? NULL : ONE_OF(&own->chance, VALUES);
}

/* ---- Calls ------------------------------------------------------------------------------------------------------------------------ */

static char* arguments[] = {"random", "--timemory-help-not", "--timemory-precision=3", "--timemory-enabled", "", NULL};

static void init_library(struct own* own) { timemory_init_library(below(&own->chance, 8) - 1, one_in(&own->chance, 2) ? NULL : arguments); }

static void named_init_library(struct own* own) { timemory_named_init_library(one_in(&own->chance, 2) ? NULL : own->buffer); }

static void library_is_initialized(struct own* own) {
    (void)own;
    timemory_library_is_initialized();
}

static void finalize_library(struct own* own) {
    (void)own;
    timemory_finalize_library();
}

static void pause_recording(struct own* own) {
    (void)own;
    timemory_pause();
}

static void resume_recording(struct own* own) {
    (void)own;
    timemory_resume();
}

static void set_environ(struct own* own) {
    char name[64];
    snprintf(name, sizeof name, "TIMEMORY_%s", ONE_OF(&own->chance, SETTINGS));
    timemory_set_environ(one_in(&own->chance, 20)   ? NULL
                         : one_in(&own->chance, 10) ? "RANDOM_VARIABLE"
                                                    : name,
                         value(own), below(&own->chance, 2), below(&own->chance, 2));
}

static void set_default(struct own* own) { timemory_set_default(components(own)); }
static void add_components(struct own* own) { timemory_add_components(components(own)); }
static void remove_components(struct own* own) { timemory_remove_components(components(own)); }
static void push_components(struct own* own) { timemory_push_components(components(own)); }

static void push_components_enum(struct own* own) {
    int a = number(own), b = number(own), c = number(own);
    timemory_push_components_enum(below(&own->chance, 6) - 1, a, b, c, TIMEMORY_COMPONENTS_END);
}

static void pop_components(struct own* own) {
    (void)own;
    timemory_pop_components();
}

static void push_region(struct own* own) { timemory_push_region(label(own)); }
static void pop_region(struct own* own) { timemory_pop_region(label(own)); }

/* As in real programs, often enough for the region to be lent. */
static void laps(struct own* own) {
    const char* name = label(own);
    for (int i = below(&own->chance, 24); i >= 0; i--) {
        timemory_push_region(name);
        timemory_pop_region(name);
    }
}

static void bundle_laps(struct own* own) {
    timemory_bundle_t number = bundle(own);
    const char* name = label(own);
    for (int i = below(&own->chance, 24); i >= 0; i--) {
        timemory_bundle_push(number, name);
        timemory_bundle_pop(number, name);
    }
}

static void begin_record(struct own* own) {
    uint64_t id = 0;
    timemory_begin_record(label(own), one_in(&own->chance, 20) ? NULL : &id);
    keep_record(own, id);
}

static void begin_record_enum(struct own* own) {
    uint64_t id = 0;
    int a = number(own), b = number(own);
    timemory_begin_record_enum(label(own), one_in(&own->chance, 20) ? NULL : &id, a, b, TIMEMORY_COMPONENTS_END);
    keep_record(own, id);
}

static void begin_record_types(struct own* own) {
    uint64_t id = 0;
    const char* name = label(own);
    timemory_begin_record_types(name, one_in(&own->chance, 20) ? NULL : &id, components(own));
    keep_record(own, id);
}

static void get_begin_record(struct own* own) { keep_record(own, timemory_get_begin_record(label(own))); }

static void get_begin_record_enum(struct own* own) {
    int a = number(own), b = number(own);
    keep_record(own, timemory_get_begin_record_enum(label(own), a, b, TIMEMORY_COMPONENTS_END));
}

static void get_begin_record_types(struct own* own) {
    const char* name = label(own);
    keep_record(own, timemory_get_begin_record_types(name, components(own)));
}

static void end_record(struct own* own) { timemory_end_record(record(own)); }

static void get_unique_id(struct own* own) {
    (void)own;
    timemory_get_unique_id();
}

static void create_record(struct own* own) {
    int numbers[] = {number(own), number(own), number(own)};
    uint64_t id = UINT64_MAX;
    timemory_create_record(label(own), one_in(&own->chance, 20) ? NULL : &id, below(&own->chance, 5) - 1,
                           one_in(&own->chance, 20) ? NULL : numbers);
    keep_record(own, id);
}

static void delete_record(struct own* own) { timemory_delete_record(record(own)); }

static void trace_init(struct own* own) {
    timemory_trace_init(components(own), below(&own->chance, 2), one_in(&own->chance, 2) ? NULL : "x");
}

static void trace_finalize(struct own* own) {
    (void)own;
    timemory_trace_finalize();
}

static void trace_is_initialized(struct own* own) {
    (void)own;
    timemory_trace_is_initialized();
}

static void trace_set_env(struct own* own) { timemory_trace_set_env("TIMEMORY_RANDOM_VARIABLE", value(own)); }
static void trace_set_mpi(struct own* own) { timemory_trace_set_mpi(below(&own->chance, 2), below(&own->chance, 2)); }
static void push_trace(struct own* own) { timemory_push_trace(label(own)); }
static void pop_trace(struct own* own) { timemory_pop_trace(label(own)); }

static uint64_t hash(struct own* own) { return one_in(&own->chance, 10) ? next(&own->chance) : (uint64_t)below(&own->chance, 8); }

static void push_trace_hash(struct own* own) { timemory_push_trace_hash(hash(own)); }
static void pop_trace_hash(struct own* own) { timemory_pop_trace_hash(hash(own)); }
static void add_hash_id(struct own* own) { timemory_add_hash_id(hash(own), label(own)); }

static void add_hash_ids(struct own* own) {
    uint64_t ids[] = {hash(own), hash(own)};
    const char* names[] = {label(own), "second"};
    timemory_add_hash_ids((uint64_t)below(&own->chance, 3), one_in(&own->chance, 9) ? NULL : ids, one_in(&own->chance, 9) ? NULL : names);
}

static void is_throttled(struct own* own) { timemory_is_throttled(label(own)); }
static void reset_throttle(struct own* own) { timemory_reset_throttle(label(own)); }

static timemory_settings marked(struct own* own) {
    int a = below(&own->chance, 3) - 1, b = number(own), c = number(own);
    return (timemory_settings){a, -1, -1, a, a, 0, b, c, a};
}

static void c_init(struct own* own) {
    c_timemory_init(below(&own->chance, 8) - 1, one_in(&own->chance, 2) ? NULL : arguments, marked(own));
}
static void cxx_init(struct own* own) { cxx_timemory_init(0, NULL, marked(own)); }

static void c_finalize(struct own* own) {
    (void)own;
    c_timemory_finalize();
}

static void enabled(struct own* own) {
    (void)own;
    c_timemory_enabled();
    cxx_timemory_enabled();
}

static void create_auto_timer(struct own* own) { own->timers[place(own)] = c_timemory_create_auto_timer(label(own)); }
static void delete_auto_timer(struct own* own) { c_timemory_delete_auto_timer(own->timers[place(own)]); }
static void cxx_delete_auto_timer(struct own* own) { cxx_timemory_delete_auto_timer(own->timers[place(own)]); }

static void create_auto_tuple(struct own* own) {
    int a = number(own), b = number(own);
    own->tuples[place(own)] = c_timemory_create_auto_tuple(label(own), a, b, TIMEMORY_COMPONENTS_END);
}

static void cxx_create_auto_tuple(struct own* own) {
    int numbers[] = {number(own), number(own), number(own)};
    own->tuples[place(own)] =
        cxx_timemory_create_auto_tuple(label(own), below(&own->chance, 5) - 1, one_in(&own->chance, 20) ? NULL : numbers);
}

static void delete_auto_tuple(struct own* own) { c_timemory_delete_auto_tuple(own->tuples[place(own)]); }
static void cxx_delete_auto_tuple(struct own* own) { cxx_timemory_delete_auto_tuple(own->tuples[place(own)]); }

static void labels(struct own* own) {
    const char *text = label(own), *function = label(own), *file = label(own);
    c_timemory_blank_label(text);
    c_timemory_basic_label(function, text);
    timemory_push_region(c_timemory_label(function, file, number(own), text));
    timemory_pop_region(cxx_timemory_label(below(&own->chance, 5) - 1, number(own), function, file, text));
}

static void error(struct own* own) {
    (void)own;
    if (timemory_error() == NULL) abort();
}

static void bundle_create(struct own* own) { atomic_store(&bundles[place(own)], timemory_bundle_create(components(own))); }
static void bundle_push(struct own* own) { timemory_bundle_push(bundle(own), label(own)); }
static void bundle_pop(struct own* own) { timemory_bundle_pop(bundle(own), label(own)); }
static void bundle_begin(struct own* own) { keep_record(own, timemory_bundle_begin(bundle(own), label(own))); }

static void region_create(struct own* own) {
    int i = place(own);
    timemory_region_destroy(own->regions[i]);
    const char* name = label(own);
    own->regions[i] = timemory_region_create(name, components(own));
}

static void region_start(struct own* own) { timemory_region_start(region(own)); }
static void region_stop(struct own* own) { timemory_region_stop(region(own)); }
static void region_reset(struct own* own) { timemory_region_reset(region(own)); }
static void region_is_running(struct own* own) { timemory_region_is_running(region(own)); }

static void region_get(struct own* own) {
    timemory_totals totals;
    timemory_region_get(region(own), index_of(own), index_of(own), one_in(&own->chance, 20) ? NULL : &totals);
}

static void region_text(struct own* own) { timemory_free(timemory_region_text(region(own), index_of(own))); }

static void region_destroy(struct own* own) {
    int i = place(own);
    timemory_region_destroy(own->regions[i]);
    own->regions[i] = NULL;
}

static void region_store(struct own* own) { timemory_region_store(region(own), index_of(own), floating(own)); }
static void region_store_integer(struct own* own) { timemory_region_store_integer(region(own), index_of(own), integer(own)); }
static void region_mark_begin(struct own* own) { timemory_region_mark_begin(region(own), index_of(own), floating(own)); }
static void region_mark_end(struct own* own) { timemory_region_mark_end(region(own), index_of(own), floating(own)); }

static void region_reading(struct own* own) {
    double reading;
    timemory_region_reading(region(own), index_of(own), one_in(&own->chance, 20) ? NULL : &reading);
}

static void region_start_stream(struct own* own) { timemory_region_start_stream(region(own), own); }

static void bundle_begin_stream(struct own* own) {
    uint64_t id;
    timemory_bundle_t by = bundle(own);
    if (timemory_bundle_begin_stream(by, one_in(&own->chance, 20) ? NULL : label(own), own, one_in(&own->chance, 20) ? NULL : &id)) {
        timemory_end_record(id);
    }
}

static void region_secondary(struct own* own) {
    double value;
    int64_t whole;
    timemory_region_add_secondary(region(own), index_of(own), label(own), floating(own));
    timemory_region_set_secondary_integer(region(own), index_of(own), label(own), integer(own));
    timemory_region_secondary(region(own), index_of(own), label(own), one_in(&own->chance, 20) ? NULL : &value);
    timemory_region_value_integer(region(own), index_of(own), one_in(&own->chance, 20) ? NULL : &whole);
}

/* One of the first that were created, or none. */
static timemory_tracker_t tracker(struct own* own) { return (timemory_tracker_t)below(&own->chance, 6); }

static void tracker_create(struct own* own) {
    static const char* const IDS[] = {"tracker_0", "tracker_1", "tracker_2", "wall_clock", "", "two words", NULL, "\xff"};
    static const char* const UNITS[] = {"msec", "MB", "apples", "", NULL};
    const char* id = ONE_OF(&own->chance, IDS);
    timemory_tracker_create(id, one_in(&own->chance, 2) ? NULL : "chance", ONE_OF(&own->chance, UNITS), below(&own->chance, 4));
    timemory_tracker_find(id);
}

static void tracker_store(struct own* own) {
    timemory_tracker_store(tracker(own), floating(own));
    timemory_tracker_store_with_integer(tracker(own), integer(own), one_in(&own->chance, 9) ? NULL : timemory_max_integer);
}

static void tracker_mark(struct own* own) {
    timemory_tracker_mark_begin_integer(tracker(own), integer(own));
    timemory_tracker_mark_end(tracker(own), floating(own));
    timemory_tracker_mark_end_with(tracker(own), floating(own), timemory_min);
}

static void tracker_secondary(struct own* own) {
    double value;
    timemory_tracker_add_secondary(tracker(own), label(own), floating(own));
    timemory_tracker_add_secondary_with(tracker(own), label(own), floating(own), timemory_max);
    timemory_tracker_secondary(tracker(own), label(own), one_in(&own->chance, 20) ? NULL : &value);
    timemory_tracker_value(tracker(own), &value);
}

static void tracker_track(struct own* own) { timemory_tracker_track_integer(tracker(own), label(own), integer(own)); }

static void region_add(struct own* own) { timemory_region_add(region(own), region(own)); }
static void region_subtract(struct own* own) { timemory_region_subtract(region(own), region(own)); }

static void catalogue(struct own* own) {
    (void)own;
    timemory_free(timemory_catalogue(false)); /* determining the overhead of components takes seconds */
}

static void hardware_events(struct own* own) {
    (void)own;
    timemory_free(timemory_hardware_events());
}

static void results(struct own* own) { timemory_free(timemory_results(components(own), below(&own->chance, 2))); }

static void saved_results(struct own* own) {
    timemory_free(timemory_saved_results(below(&own->chance, 2) ? "nowhere" : NULL, below(&own->chance, 2)));
}

static void results_components(struct own* own) {
    (void)own;
    timemory_free(timemory_results_components());
}

static void get_setting(struct own* own) { timemory_free(timemory_setting(setting(own))); }

static void change_setting(struct own* own) {
    const char* name = setting(own);
    timemory_change_setting(name, value(own));
}

static void thread_ended(void) {
    timemory_push_region("a thread ends");
    timemory_pop_region("a thread ends");
}

static void at_thread_end(struct own* own) { timemory_at_thread_end(one_in(&own->chance, 3) ? NULL : thread_ended); }

static void start_random(void* memory) { *(char*)memory = 1; }
static void stop_random(void* memory) {
    *(char*)memory = 2;
    timemory_push_region("inside of a component"); /* refused */
}
static double value_random(void* memory) { return *(char*)memory == 2 ? 3 : NAN; }
static double no_value(void* memory) {
    (void)memory;
    return NAN;
}

static int64_t integer_random(void* memory) { return *(char*)memory; }
static void values_random(void* memory, void* value) {
    timemory_component_fail(*(char*)memory == 2 ? NULL : "chance");
    memset(value, 0, 8);
}
static void merge_random(void* into, const void* value) { memcpy(into, value, 1); }
static void numbers_random(const void* value, double* numbers) { numbers[0] = *(const char*)value; }
static void prefix_random(void* memory, const char* label) { *(char*)memory = label[0]; }

/* One component by itself. */
static void instance(struct own* own) {
    timemory_instance* one = timemory_instance_create(components(own), one_in(&own->chance, 2) ? NULL : label(own));
    timemory_totals totals;
    for (int i = below(&own->chance, 4); i > 0; i--) {
        if (one_in(&own->chance, 2)) timemory_instance_start(one);
        if (one_in(&own->chance, 2)) timemory_instance_stop(one);
    }
    timemory_instance_get(one, below(&own->chance, 3) - 1, one_in(&own->chance, 20) ? NULL : &totals);
    timemory_instance_destroy(one);
}

static void register_component(struct own* own) {
    static const char* const IDS[] = {"random_0", "random_1", "random_2", "random_3", "wall_clock", "", "two words", NULL, "\xff"};
    static const char* const UNITS[] = {"sec", "B", "apples", "", NULL, "\xff"};
    static const size_t SIZES[] = {0, 1, 64, 4096, (size_t)1 << 60, SIZE_MAX};
    static const char* const ELEMENTS[] = {NULL, "a", "a,b=max", "", ",", "a,b=what", "\xff"};
    timemory_component component = {
        .id = ONE_OF(&own->chance, IDS),
        .description = one_in(&own->chance, 2) ? NULL : "chance",
        .unit = ONE_OF(&own->chance, UNITS),
        .size = ONE_OF(&own->chance, SIZES),
        .start = one_in(&own->chance, 9) ? NULL : start_random,
        .stop = one_in(&own->chance, 9) ? NULL : stop_random,
        .value = one_in(&own->chance, 2)   ? NULL
                 : one_in(&own->chance, 2) ? no_value
                                           : value_random,
        .integer = one_in(&own->chance, 4) ? integer_random : NULL,
        .values = one_in(&own->chance, 4) ? values_random : NULL,
        .elements = ONE_OF(&own->chance, ELEMENTS),
        .value_size = one_in(&own->chance, 2) ? 0 : ONE_OF(&own->chance, SIZES),
        .merge = one_in(&own->chance, 2) ? NULL : merge_random,
        .numbers = one_in(&own->chance, 2) ? NULL : numbers_random,
        .label = one_in(&own->chance, 2) ? NULL : label(own),
        .set_prefix = one_in(&own->chance, 2) ? NULL : prefix_random,
        .destroy = one_in(&own->chance, 2) ? NULL : start_random,
    };
    timemory_register_component(one_in(&own->chance, 20) ? NULL : &component);
}

static void context_here(struct own* own) { atomic_store(&contexts[place(own)], timemory_context_here()); }
static void context_enter(struct own* own) { timemory_context_enter(context(own)); }

static void context_leave(struct own* own) {
    (void)own;
    timemory_context_leave();
}

static void context_add_laps(struct own* own) {
    static const size_t COUNTS[] = {0, 1, 2, 3, SIZE_MAX, (size_t)INT32_MAX + 1};
    int64_t values[] = {integer(own), integer(own), integer(own)};
    timemory_context_t below_this = context(own);
    timemory_bundle_t by = bundle(own);
    timemory_context_add_laps(below_this, by, label(own), ONE_OF(&own->chance, COUNTS), one_in(&own->chance, 20) ? NULL : values);
}

static void table(struct own* own) { timemory_free(timemory_table(components(own))); }
static void report(struct own* own) {
    timemory_report(one_in(&own->chance, 2) ? NULL : one_in(&own->chance, 4) ? "/proc/nowhere" : "reported");
}

static void clear(struct own* own) {
    (void)own;
    timemory_clear();
}

static void add_metadata(struct own* own) {
    const char* name = label(own);
    timemory_add_metadata(name, value(own));
}

static void keep_results(struct own* own) { timemory_keep_results(below(&own->chance, 2)); }

static void take_results(struct own* own) {
    int i = below(&own->chance, 2);
    timemory_free(own->bytes[i]);
    own->lengths[i] = 0;
    own->bytes[i] = timemory_take_results(number(own), &own->lengths[i]);
}

/* Bytes of results, now and then damaged, cut off or none. */
static const char* bytes(struct own* own, size_t* length) {
    int i = below(&own->chance, 2);
    *length = own->bytes[i] == NULL ? 0 : own->lengths[i];
    if (one_in(&own->chance, 8) || own->bytes[i] == NULL) {
        *length = one_in(&own->chance, 4) ? SIZE_MAX : one_in(&own->chance, 2) ? 5 : 0;
        return NULL;
    }
    if (one_in(&own->chance, 4) && *length > 0) own->bytes[i][next(&own->chance) % *length] ^= (char)next(&own->chance);
    if (one_in(&own->chance, 4)) *length = next(&own->chance) % (*length + 1);
    return own->bytes[i];
}

static void merge_results(struct own* own) {
    size_t length, others, merged;
    const char* some = bytes(own, &length);
    const char* more = bytes(own, &others);
    timemory_free(timemory_merge_results(some, length, more, others, &merged));
}

static void write_results(struct own* own) {
    size_t length;
    const char* some = bytes(own, &length);
    timemory_write_results(some, length, one_in(&own->chance, 2) ? NULL : "joint-");
}

static void write_groups(struct own* own) {
    size_t length;
    const char* some = bytes(own, &length);
    if (some == NULL || length == 0 || length > 1 << 20) {
        timemory_write_groups(some, length, NULL);
        return;
    }
    char* group = malloc(length + sizeof(uint64_t));
    uint64_t told = one_in(&own->chance, 4) ? next(&own->chance) : (uint64_t)length;
    memcpy(group, &told, sizeof told);
    memcpy(group + sizeof told, some, length);
    timemory_write_groups(group, length + sizeof told, "groups-");
    free(group);
}

static void rank_groups(struct own* own) { timemory_rank_groups(number(own), number(own)); }

static void incoming(timemory_call* call, void* data) {
    (void)data;
    timemory_call_function(call);
    timemory_call_integer(call, 0);
    timemory_call_floating(call, 99);
    timemory_call_pointer(call, -1);
}

static void outgoing(timemory_call* call, void* data) {
    (void)data;
    timemory_call_integer_result(call);
    timemory_call_floating_result(call);
}

static const char* const FUNCTIONS[] = {"strtol", "getppid", "ldexp", "nobody_has_this", "", "labs"};

static void gotcha_create(struct own* own) {
    int i = below(&own->chance, 2);
    if (own->gotchas[i] != NULL) return; /* wrapped functions stay in memory until they are removed */
    own->gotchas[i] = timemory_gotcha_create(components(own), number(own));
}

static void gotcha_wrap(struct own* own) {
    static const char* const SIGNATURES[] = {NULL, "i64(ptr, ptr, i32)", "f64(f64)", "i32()", "nothing", "", "i32(...)"};
    const char* function = ONE_OF(&own->chance, FUNCTIONS);
    timemory_gotcha_wrap(gotcha(own), function, ONE_OF(&own->chance, SIGNATURES));
}

static long labs_instead(long number) { return number; }

static void gotcha_replace(struct own* own) {
    static void* original;
    timemory_gotcha_replace(gotcha(own), one_in(&own->chance, 3) ? NULL : "labs", one_in(&own->chance, 3) ? NULL : (void*)labs_instead,
                            one_in(&own->chance, 2) ? NULL : &original);
}

static void gotcha_count(struct own* own) {
    const char* function = one_in(&own->chance, 9) ? NULL : ONE_OF(&own->chance, FUNCTIONS);
    timemory_gotcha_count(gotcha(own), function, index_of(own));
}

static void gotcha_audit(struct own* own) {
    timemory_gotcha_audit(gotcha(own), one_in(&own->chance, 3) ? NULL : incoming, one_in(&own->chance, 3) ? NULL : outgoing, own);
}

static void gotcha_callers(struct own* own) {
    static const char* const OBJECTS[] = {NULL, "", "random_calls", "*", "nobody.so,?"};
    timemory_gotcha_permit_callers(gotcha(own), ONE_OF(&own->chance, OBJECTS));
    timemory_gotcha_reject_callers(gotcha(own), ONE_OF(&own->chance, OBJECTS));
}

static void gotcha_permit(struct own* own) {
    static const char* const NAMES[] = {NULL, "", "str*", "?", ",,", "labs"};
    timemory_gotcha_permit(gotcha(own), ONE_OF(&own->chance, NAMES));
    timemory_gotcha_reject(gotcha(own), ONE_OF(&own->chance, NAMES));
}

static void gotcha_set_scope(struct own* own) {
    timemory_gotcha_set_scope(gotcha(own),
                              one_in(&own->chance, 9) ? (enum timemory_gotcha_scope)7 : (enum timemory_gotcha_scope)below(&own->chance, 2));
}

static void gotcha_start(struct own* own) { timemory_gotcha_start(gotcha(own)); }
static void gotcha_stop(struct own* own) { timemory_gotcha_stop(gotcha(own)); }

static void gotcha_remove(struct own* own) {
    int i = below(&own->chance, 2);
    timemory_gotcha_remove(own->gotchas[i]);
    own->gotchas[i] = NULL;
}

static void gotcha_slots(struct own* own) {
    timemory_gotcha_slots(gotcha(own), one_in(&own->chance, 3) ? NULL : ONE_OF(&own->chance, FUNCTIONS));
}

static void gotcha_counted(struct own* own) {
    timemory_counted counted;
    timemory_gotcha_counted(gotcha(own), one_in(&own->chance, 3) ? NULL : ONE_OF(&own->chance, FUNCTIONS), below(&own->chance, 2),
                            one_in(&own->chance, 9) ? NULL : &counted);
}

static void gotcha_pass_by(struct own* own) { timemory_gotcha_pass_by(one_in(&own->chance, 4)); }

static void symbol_of(struct own* own) {
    timemory_symbol_of(one_in(&own->chance, 2) ? NULL : one_in(&own->chance, 2) ? (void*)strtol : (const void*)FUNCTIONS);
}

/* The functions that gotchas wrap. */
static void call_wrapped(struct own* own) {
    volatile long sink = strtol("12", NULL, 10) + getppid();
    volatile double real = ldexp(floating(own), below(&own->chance, 3));
    sink = labs(sink);
    (void)sink;
    (void)real;
}

static void exec_fails(struct own* own) {
    char* none[] = {NULL};
    (void)own;
    execv("/nowhere/nothing", none);
    execl("/nowhere/nothing", "nothing", (char*)NULL);
}

/* A thread that ends with regions open. */
static void* short_thread(void* data) {
    struct own* own = data;
    int n = below(&own->chance, 4);
    for (int i = 0; i < n; i++) push_region(own);
    begin_record(own);
    push_components(own);
    context_enter(own);
    return NULL;
}

static void end_thread(struct own* own) {
    struct own of_thread = {.chance = {next(&own->chance)}};
    pthread_t thread;
    if (pthread_create(&thread, NULL, short_thread, &of_thread) == 0) pthread_join(thread, NULL);
}

/* A weight of 1 is one call in about 16,000: calls that write or create all results take a second of debug code. */
#define CALL(function, weight) \
    { #function, function, weight }
static const struct call {
    const char* name;
    void (*make)(struct own*);
    int weight;
} CALLS[] = {
    CALL(init_library, 16),
    CALL(named_init_library, 8),
    CALL(library_is_initialized, 80),
    CALL(finalize_library, 1),
    CALL(pause_recording, 32),
    CALL(resume_recording, 96),
    CALL(set_environ, 32),
    CALL(set_default, 48),
    CALL(add_components, 160),
    CALL(remove_components, 160),
    CALL(push_components, 400),
    CALL(push_components_enum, 320),
    CALL(pop_components, 800),
    CALL(push_region, 1280),
    CALL(pop_region, 1600),
    CALL(laps, 480),
    CALL(bundle_laps, 320),
    CALL(begin_record, 240),
    CALL(begin_record_enum, 160),
    CALL(begin_record_types, 160),
    CALL(get_begin_record, 160),
    CALL(get_begin_record_enum, 160),
    CALL(get_begin_record_types, 160),
    CALL(end_record, 1280),
    CALL(get_unique_id, 32),
    CALL(create_record, 160),
    CALL(delete_record, 160),
    CALL(trace_init, 16),
    CALL(trace_finalize, 2),
    CALL(trace_is_initialized, 32),
    CALL(trace_set_env, 8),
    CALL(trace_set_mpi, 8),
    CALL(push_trace, 320),
    CALL(pop_trace, 480),
    CALL(push_trace_hash, 160),
    CALL(pop_trace_hash, 240),
    CALL(add_hash_id, 80),
    CALL(add_hash_ids, 32),
    CALL(is_throttled, 80),
    CALL(reset_throttle, 80),
    CALL(c_init, 8),
    CALL(cxx_init, 8),
    CALL(c_finalize, 1),
    CALL(enabled, 80),
    CALL(create_auto_timer, 80),
    CALL(delete_auto_timer, 160),
    CALL(cxx_delete_auto_timer, 32),
    CALL(create_auto_tuple, 160),
    CALL(cxx_create_auto_tuple, 160),
    CALL(delete_auto_tuple, 320),
    CALL(cxx_delete_auto_tuple, 64),
    CALL(labels, 160),
    CALL(error, 80),
    CALL(bundle_create, 160),
    CALL(bundle_push, 320),
    CALL(bundle_pop, 480),
    CALL(bundle_begin, 240),
    CALL(region_create, 240),
    CALL(region_start, 320),
    CALL(region_stop, 320),
    CALL(region_reset, 80),
    CALL(region_is_running, 80),
    CALL(region_get, 160),
    CALL(region_text, 80),
    CALL(region_destroy, 80),
    CALL(region_store, 160),
    CALL(region_store_integer, 160),
    CALL(region_mark_begin, 80),
    CALL(region_mark_end, 80),
    CALL(region_reading, 80),
    CALL(region_secondary, 80),
    CALL(tracker_create, 20),
    CALL(tracker_store, 80),
    CALL(tracker_mark, 80),
    CALL(tracker_secondary, 80),
    CALL(tracker_track, 40),
    CALL(region_add, 80),
    CALL(region_subtract, 80),
    CALL(catalogue, 1),
    CALL(hardware_events, 1),
    CALL(results, 2),
    CALL(saved_results, 2),
    CALL(results_components, 2),
    CALL(get_setting, 80),
    CALL(change_setting, 80),
    CALL(at_thread_end, 16),
    CALL(register_component, 32),
    CALL(instance, 32),
    CALL(region_start_stream, 48),
    CALL(bundle_begin_stream, 48),
    CALL(context_here, 240),
    CALL(context_enter, 240),
    CALL(context_leave, 320),
    CALL(context_add_laps, 160),
    CALL(table, 2),
    CALL(report, 1),
    CALL(clear, 1),
    CALL(add_metadata, 32),
    CALL(keep_results, 1),
    CALL(take_results, 1),
    CALL(merge_results, 2),
    CALL(write_results, 1),
    CALL(write_groups, 1),
    CALL(rank_groups, 32),
    CALL(gotcha_create, 16),
    CALL(gotcha_wrap, 48),
    CALL(gotcha_replace, 32),
    CALL(gotcha_count, 32),
    CALL(gotcha_audit, 32),
    CALL(gotcha_callers, 16),
    CALL(gotcha_permit, 32),
    CALL(gotcha_set_scope, 32),
    CALL(gotcha_start, 32),
    CALL(gotcha_stop, 32),
    CALL(gotcha_remove, 8),
    CALL(gotcha_slots, 32),
    CALL(gotcha_counted, 32),
    CALL(gotcha_pass_by, 32),
    CALL(symbol_of, 32),
    CALL(call_wrapped, 160),
    CALL(exec_fails, 1),
    CALL(end_thread, 16),
};
enum { KINDS = sizeof CALLS / sizeof *CALLS };

/* ---- Sequences -------------------------------------------------------------------------------------------------------------------- */

/* A call whose arguments follow from a separate seed, so that those of the others do not change if it is left out. */
struct step {
    uint64_t seed;
    int kind;
    int thread;
};

static struct step* steps;
static int length, threads, collect_every;

static void make_steps(uint64_t seed) {
    struct chance chance = {seed * 0x2545f4914f6cdd1du};
    int total = 0;
    for (int i = 0; i < KINDS; i++) total += CALLS[i].weight;
    for (int i = 0; i < length; i++) {
        int left = below(&chance, total), kind = 0;
        while ((left -= CALLS[kind].weight) >= 0) kind++;
        steps[i] = (struct step){next(&chance), kind, below(&chance, threads)};
    }
}

struct thread {
    struct own own;
    int number;
};

static void* run_thread(void* data) {
    struct thread* thread = data;
    struct own* own = &thread->own;
    int done = 0;
    for (int i = 0; i < length; i++) {
        if (steps[i].kind < 0 || steps[i].thread != thread->number) continue;
        own->chance.state = steps[i].seed;
        CALLS[steps[i].kind].make(own);
        if (++done % collect_every == 0 && timemory_collect_garbage != NULL) timemory_collect_garbage();
    }
    timemory_gotcha_pass_by(false);
    for (int i = 0; i < HELD; i++) timemory_region_destroy(own->regions[i]);
    for (int i = 0; i < 2; i++) {
        timemory_gotcha_remove(own->gotchas[i]);
        timemory_free(own->bytes[i]);
    }
    return NULL;
}

static atomic_bool collecting = true;

/* In parallel with the others, so that memory held by a single thread during a call is checked as well. */
static void* collect(void* unused) {
    (void)unused;
    while (collecting) {
        timemory_collect_garbage();
        usleep(5000);
    }
    return NULL;
}

/* In a separate process. */
static void run(void) {
    pthread_t collector;
    static struct thread all[64];
    pthread_t handles[64];
    memset(long_name, 'x', LONG_NAME);
    /* Files and printed output are the subject of other tests, and take most of the time. */
    setenv("TIMEMORY_HTML_OUTPUT", "false", 1);
    setenv("TIMEMORY_MAX_NODES", "500", 1);
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    setenv("TIMEMORY_LIVE_SOCKET", "false", 1);
    /*
     * PAPI 7.0 reads /proc/self/maps twice when it is initialised, and writes beyond its memory if another thread has loaded a library in
     * between. So it is initialised before there are threads.
     */
    timemory_push_components("cpu_roofline_flops");
    timemory_pop_components();
    for (int i = 0; i < threads; i++) all[i].number = i;
    for (int i = 1; i < threads; i++) {
        if (pthread_create(&handles[i], NULL, run_thread, &all[i]) != 0) abort();
    }
    bool collects = timemory_collect_garbage != NULL;
    if (collects && pthread_create(&collector, NULL, collect, NULL) != 0) abort();
    run_thread(&all[0]);
    for (int i = 1; i < threads; i++) pthread_join(handles[i], NULL);
    collecting = false;
    if (collects) pthread_join(collector, NULL);
    timemory_finalize_library();
    exit(0);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Runs the steps; the status of their process, or of its end by a signal. */
static int try_steps(double patience) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        if (freopen("printed.txt", "w", stdout) == NULL || freopen("told.txt", "w", stderr) == NULL) abort();
        run();
    }
    double start = seconds();
    for (int status;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return status;
        if (ended < 0) abort();
        if (seconds() - start > patience) {
            kill(child, SIGABRT); /* so that a core dump or a debugger shows where it is */
            for (int i = 0; i < 100 && waitpid(child, &status, WNOHANG) == 0; i++) usleep(100000);
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return SIGALRM;
        }
        usleep(2000);
    }
}

static int steps_left(void) {
    int n = 0;
    for (int i = 0; i < length; i++) n += steps[i].kind >= 0;
    return n;
}

/* Removes parts of the steps, ever smaller ones, if the rest still fails. */
static void shrink(void) {
    int* kinds = malloc((size_t)length * sizeof *kinds);
    double start = seconds();
    for (int part = length / 2; part > 0 && seconds() - start < 120; part /= 2) {
        for (int from = 0; from < length && seconds() - start < 120; from += part) {
            int end = from + part < length ? from + part : length, taken = 0;
            for (int i = from; i < end; i++) {
                kinds[i] = steps[i].kind;
                taken += steps[i].kind >= 0;
                steps[i].kind = -1;
            }
            if (taken == 0) continue;
            int status = try_steps(MAX_PARTS_SECONDS);
            if (status == 0 || status == SIGALRM) {
                for (int i = from; i < end; i++) steps[i].kind = kinds[i];
            }
        }
    }
    free(kinds);
}

static void print_file(const char* name) {
    FILE* file = fopen(name, "r");
    if (file == NULL) return;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fseek(file, size > 4000 ? size - 4000 : 0, SEEK_SET);
    for (int c; (c = fgetc(file)) != EOF;) fputc(c, stderr);
    fclose(file);
}

static long from_environment(const char* name, long otherwise) {
    const char* text = getenv(name);
    return text == NULL || *text == '\0' ? otherwise : strtol(text, NULL, 10);
}

int main(void) {
    const char* thorough = getenv("THOROUGH");
    bool is_thorough = thorough != NULL && strcmp(thorough, "true") == 0;
    uint64_t seed = (uint64_t)from_environment("RANDOM_SEED", 1);
    long calls = from_environment("RANDOM_CALLS", is_thorough ? 1000000 : 10000);
    long of_threads = from_environment("RANDOM_THREADS", 0);
    collect_every = (int)from_environment("RANDOM_COLLECT", 1000);
    length = (int)from_environment("RANDOM_LENGTH", is_thorough ? 10000 : 5000);
    steps = calloc((size_t)length, sizeof *steps);
    if (steps == NULL || of_threads > 64 || collect_every <= 0) abort();
    double start = seconds();
    for (long done = 0; done < calls; done += length, seed++) {
        threads = of_threads > 0 ? (int)of_threads : seed % 2 == 1 ? 1 : 4;
        make_steps(seed);
        int status = try_steps(MAX_SECONDS);
        if (status == 0) continue;
        fprintf(stderr, "failed: RANDOM_SEED=%llu RANDOM_LENGTH=%d RANDOM_THREADS=%d RANDOM_COLLECT=%d: %s %d\n", (unsigned long long)seed,
                length, threads, collect_every, WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        print_file("told.txt");
        if (status == SIGALRM) return 1;
        shrink();
        fprintf(stderr, "fails with %d calls (thread: function, seed):\n", steps_left());
        for (int i = 0, shown = 0; i < length && shown < 200; i++) {
            if (steps[i].kind < 0) continue;
            fprintf(stderr, "  %d: %s, %#llx\n", steps[i].thread, CALLS[steps[i].kind].name, (unsigned long long)steps[i].seed);
            shown++;
        }
        return 1;
    }
    printf("%ld calls in %.1f s\n", calls, seconds() - start);
    return 0;
}
