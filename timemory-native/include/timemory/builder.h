/*
 * Bundles that are more than a list of components:
 *
 *     timemory_bundle_options options = {.components = "wall_clock", .optional = "read_bytes", .user_bundles = "SOLVER"};
 *     timemory_bundle_t tools = timemory_bundle_build(&options);
 *     if (tools == 0) fprintf(stderr, "%s\n", timemory_error());
 *
 *     timemory_bundle_push(tools, "solve");
 *     ...
 *     timemory_bundle_pop(tools, "solve");
 *
 * Any function may be called from any thread. Functions that fail return 0 or NULL; timemory_error returns the reason.
 */
#ifndef TIMEMORY_BUILDER_H
#define TIMEMORY_BUILDER_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The contents of a bundle. A member that is NULL adds nothing. Lists are separated by commas, semicolons or spaces. */
typedef struct {
    const char* components;   /* ids, in the order of totals; an unavailable one is skipped, and the reason reported */
    const char* optional;     /* ids; an unavailable one is skipped silently */
    const char* user_bundles; /* labels: "SOLVER" adds what TIMEMORY_SOLVER_COMPONENTS names */
    const char* percentiles;  /* "50, 99.9": percentiles of components with integer values, shown in tables and files */
    const char* scope;        /* "tree", "flat" or "timeline"; NULL: as the settings specify */
} timemory_bundle_options;

/*
 * \brief Creates a bundle for the functions of timemory/bundle.h.
 * \param options the contents of the bundle; copied
 * \return its number, the same for the same options; 0 for an unknown or duplicate component, a percentile out of range, or an empty bundle
 */
extern timemory_bundle_t timemory_bundle_build(const timemory_bundle_options* options) TIMEMORY_VISIBLE;

/*
 * \brief Creates a region that is measured by a bundle, for the functions of timemory/bundle.h. Not thread-safe.
 * \param bundle made by timemory_bundle_create or timemory_bundle_build
 * \param name the label of the region; copied
 * \return the region, to be freed with timemory_region_destroy; NULL if there is no such bundle
 */
extern timemory_region* timemory_bundle_region(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
