/*
 * Context propagation for C: regions of one thread below a region that another thread opened. A runtime that has work done by threads of
 * its own asks where it stands when it is given the work, and has the thread that does it enter that place. libtimemory-ompt.so does so
 * with the threads of OpenMP.
 *
 *     timemory_context_t here = timemory_context_here();              // where the work is asked for
 *     ...
 *     bool entered = timemory_context_enter(here);                    // on the thread that does it
 *     work();
 *     if (entered) timemory_context_leave();
 *
 * Regions below a place that another thread opened run beside its time: their values are not subtracted from its exclusive value.
 *
 * Any function may be called from any thread. Where nothing is recorded they do nothing.
 */
#ifndef TIMEMORY_CONTEXT_H
#define TIMEMORY_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place in the call graph: the same number for the same place, until measuring ends. There are no more than nodes, and none is freed. */
typedef uint64_t timemory_context_t;

/* Where a region that the calling thread opened now would hang; 0 where nothing is recorded. Does not begin to measure. */
extern timemory_context_t timemory_context_here(void) TIMEMORY_VISIBLE;

/*
 * From now on regions of the calling thread hang below the place, until it leaves. Places may be entered inside of others, and are left in
 * reverse. False, and nothing to leave, where nothing is recorded or measuring has begun anew since.
 */
extern bool timemory_context_enter(timemory_context_t context) TIMEMORY_VISIBLE;

/* Leaves the place that the calling thread entered last. Regions that it opened there are to be closed before. */
extern void timemory_context_leave(void) TIMEMORY_VISIBLE;

/*
 * Records laps that were measured elsewhere as those of a region `name` of the bundle, each with one number: as nanoseconds by components
 * that read the wall clock, as data by data trackers of integers, and not at all by others. `context` is the place that the region hangs
 * below, beside the time of whoever stands there; or 0: below where the calling thread stands, and part of that.
 */
extern void timemory_context_add_laps(timemory_context_t context, timemory_bundle_t bundle, const char* name, size_t count,
                                      const int64_t* values) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
