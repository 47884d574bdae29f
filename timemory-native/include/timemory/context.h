/*
 * Context propagation for C: records regions of one thread below a region that another thread opened. A runtime with its own threads
 * captures the context when work is submitted, and enters it on the thread that runs the work. libtimemory-ompt.so does this for OpenMP
 * threads.
 *
 *     timemory_context_t here = timemory_context_here();              // where the work is submitted
 *     ...
 *     bool entered = timemory_context_enter(here);                    // on the thread that runs it
 *     work();
 *     if (entered) timemory_context_leave();
 *
 * Regions below a context of another thread run concurrently with it: their values are not subtracted from its exclusive value.
 *
 * All functions are thread-safe. They do nothing while nothing is recorded.
 */
#ifndef TIMEMORY_CONTEXT_H
#define TIMEMORY_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A position in the call graph. The same position has the same number until the session ends. One per call-graph node; never freed. */
typedef uint64_t timemory_context_t;

/* Returns the parent of a region that the calling thread would open now, or 0 if nothing is recorded. Does not start measuring. */
extern timemory_context_t timemory_context_here(void) TIMEMORY_VISIBLE;

/*
 * Makes the context the parent of the calling thread's regions until it leaves it. Contexts can be nested and are left in reverse order.
 * Returns false, and must not be left, if nothing is recorded or a new session has started since.
 */
extern bool timemory_context_enter(timemory_context_t context) TIMEMORY_VISIBLE;

/* Leaves the context that the calling thread entered last. Close the regions opened in it first. */
extern void timemory_context_leave(void) TIMEMORY_VISIBLE;

/*
 * Records laps measured elsewhere as laps of the region `name` of the bundle, each with one number: nanoseconds for wall-clock components,
 * data for integer data trackers; other components ignore it. The region is a concurrent child of `context`; if that is 0, an ordinary
 * child of the calling thread's current region.
 */
extern void timemory_context_add_laps(timemory_context_t context, timemory_bundle_t bundle, const char* name, size_t count,
                                      const int64_t* values) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
