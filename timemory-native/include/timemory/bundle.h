/*
 * What libtimemory.so has beside the functions of timemory's own library: bundles of components that are chosen once and used often,
 * regions as objects whose totals can be read, and what there is to measure, to set and to read, as JSON.
 *
 *     timemory_bundle_t tools = timemory_bundle_create("wall_clock,peak_rss");
 *     if (tools == 0) fprintf(stderr, "%s\n", timemory_error());
 *     timemory_bundle_push(tools, "solve");
 *     ...
 *     timemory_bundle_pop(tools, "solve");
 *
 * Any function may be called from any thread. What fails returns 0 or NULL, and timemory_error says why.
 */
#ifndef TIMEMORY_BUNDLE_H
#define TIMEMORY_BUNDLE_H

#include "timemory/compat/library.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why the last function of the calling thread that failed did so, as a sentence; valid until the next one fails. */
#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)
static inline const char* timemory_error(void) { return ""; }
#else
extern const char* timemory_error(void) TIMEMORY_VISIBLE;
#endif

/* Gives back what a function returned as char*. */
extern void timemory_free(char* text) TIMEMORY_VISIBLE;

/* ---- Bundles --------------------------------------------------------------------------------------------------------------------- */

/* A set of components: the same number for the same components, as long as the process lives. */
typedef uint32_t timemory_bundle_t;

/* The bundle of the components that are named, separated by commas, semicolons or spaces; 0 for an unknown name, or none. */
extern timemory_bundle_t timemory_bundle_create(const char* components) TIMEMORY_VISIBLE;

/* Opens and closes a region as timemory_push_region does, measured by the bundle. */
extern void timemory_bundle_push(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;
extern void timemory_bundle_pop(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;

/* Opens a region as timemory_get_begin_record does, measured by the bundle; timemory_end_record closes it. */
extern uint64_t timemory_bundle_begin(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;

/* ---- Regions as objects ---------------------------------------------------------------------------------------------------------- */

/* A region that is started and stopped as often as wanted: laps are recorded in the call graph, and added to totals of its own. */
typedef struct timemory_region timemory_region;

/* Numbers of one component over all laps since the last reset, in the unit that results are written in: seconds, megabytes. */
typedef struct {
    uint64_t laps;
    double last;
    double sum; /* what all laps together are: a quotient, say, is that of the sums */
    double min;
    double max;
    double mean;
    double stddev; /* sample standard deviation; 0 for fewer than two laps */
} timemory_totals;

/* A region to be used by one thread at a time; NULL for an unknown component. */
extern timemory_region* timemory_region_create(const char* name, const char* components) TIMEMORY_VISIBLE;
extern void timemory_region_start(timemory_region* region) TIMEMORY_VISIBLE;
extern void timemory_region_stop(timemory_region* region) TIMEMORY_VISIBLE;
extern void timemory_region_reset(timemory_region* region) TIMEMORY_VISIBLE;
extern bool timemory_region_is_running(timemory_region* region) TIMEMORY_VISIBLE;

/*
 * The totals of number `element` of component `component`, both counted from 0, the component in the order in which they were named; false
 * where there is none, or the component has no numbers.
 */
extern bool timemory_region_get(timemory_region* region, int component, int element, timemory_totals* totals) TIMEMORY_VISIBLE;

/* What a component shows whose values are no numbers, such as timestamp; NULL for others, and without laps. For timemory_free. */
extern char* timemory_region_text(timemory_region* region, int component) TIMEMORY_VISIBLE;

/* Stops the region if it runs, and forgets it. NULL does nothing. */
extern void timemory_region_destroy(timemory_region* region) TIMEMORY_VISIBLE;

/* ---- What there is, and what was measured, as JSON: for timemory_free --------------------------------------------------------------- */

/* The components, with whether they are available and why not, and the settings; with what each component costs, which takes seconds. */
extern char* timemory_catalogue(bool with_costs) TIMEMORY_VISIBLE;

/*
 * The events of the processor and the kernel that can be counted, and what there is of GPUs: a list of objects with name, category,
 * description, available, and the reason why not. Takes up to a second.
 */
extern char* timemory_hardware_events(void) TIMEMORY_VISIBLE;

/*
 * The call graph of one component so far, in the layout of timemory's files: nested where hierarchy, a list otherwise. NULL where it
 * recorded nothing, without an error.
 */
extern char* timemory_results(const char* component, bool hierarchy) TIMEMORY_VISIBLE;

/* The ids of the components that recorded anything so far, separated by commas. */
extern char* timemory_results_components(void) TIMEMORY_VISIBLE;

/* ---- Settings ---------------------------------------------------------------------------------------------------------------------- */

/* The value in force of a setting (OUTPUT_PATH or TIMEMORY_OUTPUT_PATH); NULL for an unknown one. For timemory_free. */
extern char* timemory_setting(const char* name) TIMEMORY_VISIBLE;

/* Sets one: before measuring begins for then, afterwards if it can be changed while measuring; false where it cannot. */
extern bool timemory_change_setting(const char* name, const char* value) TIMEMORY_VISIBLE;

/* ---- For libraries that measure others ---------------------------------------------------------------------------------------------- */

/*
 * The components that a tool measures with, chosen as all of timemory's tools do (docs/choosing-components.md): those in `given`, which the
 * user named on a command line, otherwise those in the settings of `bundles` in turn ("MPIP,TRACE" for MPIP_COMPONENTS and
 * TRACE_COMPONENTS), COMPONENTS and GLOBAL_COMPONENTS, otherwise `usual`. Returns their ids, separated by commas, for timemory_free; "" if
 * nothing is to be measured, and NULL for an unknown name in `given` or `usual`. Unknown names in settings are reported and skipped.
 */
extern char* timemory_tool_components(const char* given, const char* bundles, const char* usual) TIMEMORY_VISIBLE;

typedef void (*timemory_function)(void);

/*
 * Has a function called by each thread that has measured, when it ends and what it has open can still be closed: destructors of pthread's
 * keys may come later, when the library knows nothing of it any more. For good; once for each function, of which there may be 16.
 */
extern void timemory_at_thread_end(timemory_function function) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
