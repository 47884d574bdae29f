/*
 * Functions that libtimemory.so adds to those of timemory for C++: reusable bundles of components, regions as objects with readable totals,
 * and components, settings and results as JSON.
 *
 *     timemory_bundle_t tools = timemory_bundle_create("wall_clock,peak_rss");
 *     if (tools == 0) fprintf(stderr, "%s\n", timemory_error());
 *     timemory_bundle_push(tools, "solve");
 *     ...
 *     timemory_bundle_pop(tools, "solve");
 *
 * All functions are thread-safe. Functions that fail return 0 or NULL; timemory_error returns the reason.
 */
#ifndef TIMEMORY_BUNDLE_H
#define TIMEMORY_BUNDLE_H

#include "timemory/compat/library.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the message of the last failed function on the calling thread; valid until another one fails. */
#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)
static inline const char* timemory_error(void) { return ""; }
#else
extern const char* timemory_error(void) TIMEMORY_VISIBLE;
#endif

/* Frees a char* returned by a function of this library. */
extern void timemory_free(char* text) TIMEMORY_VISIBLE;

/* ---- Bundles --------------------------------------------------------------------------------------------------------------------- */

/* A set of components. The same components have the same number until the process ends. */
typedef uint32_t timemory_bundle_t;

/* Returns the bundle of the named components, separated by commas, semicolons or spaces; 0 if a name is unknown or missing. */
extern timemory_bundle_t timemory_bundle_create(const char* components) TIMEMORY_VISIBLE;

/* Open and close a region like timemory_push_region and timemory_pop_region, with the components of the bundle. */
extern void timemory_bundle_push(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;
extern void timemory_bundle_pop(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;

/* Opens a region like timemory_get_begin_record, with the components of the bundle; timemory_end_record closes it. */
extern uint64_t timemory_bundle_begin(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;

/*
 * If true, traces (timemory_push_trace) are measured by the thread's current components, like regions, so that timemory_push_components
 * applies to them. If false, the default, their setting chooses the components.
 */
extern void timemory_trace_follow_components(bool follows) TIMEMORY_VISIBLE;

/* ---- Regions as objects ---------------------------------------------------------------------------------------------------------- */

/* A region that can be started and stopped repeatedly: laps are recorded in the call graph and added to its own totals. */
typedef struct timemory_region timemory_region;

/* Totals of one component over all laps since the last reset, in the unit of the results: seconds, megabytes. */
typedef struct {
    uint64_t laps;
    double last;
    double sum; /* total of all laps; for a quotient, the quotient of the sums */
    double min;
    double max;
    double mean;
    double stddev; /* sample standard deviation; 0 for fewer than two laps */
} timemory_totals;

/* Creates a region, to be used by one thread at a time and freed with timemory_region_destroy. Returns NULL for an unknown component. */
extern timemory_region* timemory_region_create(const char* name, const char* components) TIMEMORY_VISIBLE;
extern void timemory_region_start(timemory_region* region) TIMEMORY_VISIBLE;
extern void timemory_region_stop(timemory_region* region) TIMEMORY_VISIBLE;
extern void timemory_region_reset(timemory_region* region) TIMEMORY_VISIBLE;
extern bool timemory_region_is_running(timemory_region* region) TIMEMORY_VISIBLE;

/*
 * Stores the totals of element `element` of component `component`, both counted from 0 in the order of their names. Returns false if there
 * is none, or the component has no numbers.
 */
extern bool timemory_region_get(timemory_region* region, int component, int element, timemory_totals* totals) TIMEMORY_VISIBLE;

/*
 * Returns the text of a component with non-numeric values, such as timestamp; NULL for other components, and if there are no laps. Free it
 * with timemory_free.
 */
extern char* timemory_region_text(timemory_region* region, int component) TIMEMORY_VISIBLE;

/* Stops the region if it is running, and frees it. NULL is ignored. */
extern void timemory_region_destroy(timemory_region* region) TIMEMORY_VISIBLE;

/* ---- Available components, settings and recorded data, as JSON: free with timemory_free ---------------------------------------------- */

/* Returns the components, with their availability and the reason if unavailable, and the settings; with the overhead of each component if
 * `with_costs`, which takes seconds. */
extern char* timemory_catalogue(bool with_costs) TIMEMORY_VISIBLE;

/*
 * Returns the countable hardware and kernel events, and GPUs: a list of objects with name, category, description, available, and the reason
 * if unavailable. Takes up to a second.
 */
extern char* timemory_hardware_events(void) TIMEMORY_VISIBLE;

/*
 * Returns the call graph of one component so far, in the layout of timemory's files: nested if `hierarchy`, otherwise a list. Returns NULL
 * without an error if it recorded nothing.
 */
extern char* timemory_results(const char* component, bool hierarchy) TIMEMORY_VISIBLE;

/*
 * Returns what a file holds, such as results.timemory.json, or the newest run in a directory, as a JSON list: for each component an object
 * in the layout of timemory's files. Returns NULL, with an error, if there is nothing that can be read.
 */
extern char* timemory_saved_results(const char* path, bool hierarchy) TIMEMORY_VISIBLE;

/* Returns the ids of the components that have recorded data, separated by commas. */
extern char* timemory_results_components(void) TIMEMORY_VISIBLE;

/* ---- Settings ---------------------------------------------------------------------------------------------------------------------- */

/* Returns the current value of a setting (OUTPUT_PATH or TIMEMORY_OUTPUT_PATH), or NULL if it is unknown. Free it with timemory_free. */
extern char* timemory_setting(const char* name) TIMEMORY_VISIBLE;

/* Sets a setting before measuring starts, or later if it can be changed while measuring. Returns false if it cannot. */
extern bool timemory_change_setting(const char* name, const char* value) TIMEMORY_VISIBLE;

/* ---- For libraries that measure other libraries -------------------------------------------------------------------------------------- */

/*
 * Returns the components that a tool measures with, selected as all timemory tools select them (docs/choosing-components.md): those in
 * `given`, which the user named on the command line, otherwise those in the settings of each of `bundles` in turn ("MPIP,TRACE" for
 * MPIP_COMPONENTS and TRACE_COMPONENTS), COMPONENTS and GLOBAL_COMPONENTS, otherwise `usual`. The result is a list of ids, separated by
 * commas, to be freed with timemory_free; "" if nothing is to be measured, and NULL for an unknown name in `given` or `usual`. Unknown
 * names in settings are reported and skipped.
 */
extern char* timemory_tool_components(const char* given, const char* bundles, const char* usual) TIMEMORY_VISIBLE;

typedef void (*timemory_function)(void);

/*
 * Registers a function that each measuring thread calls when it ends, while its open regions can still be closed: destructors of pthread
 * keys may run later, when the library has released the thread. Cannot be undone. At most 16 distinct functions.
 */
extern void timemory_at_thread_end(timemory_function function) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
