/*
 * Bundles with more than a list of components:
 *
 *     timemory_bundle_options options = {.components = "wall_clock", .optional = "read_bytes", .user_bundles = "SOLVER"};
 *     timemory_bundle_t tools = timemory_bundle_build(&options);
 *     if (tools == 0) fprintf(stderr, "%s\n", timemory_error());
 *
 *     timemory_bundle_push(tools, "solve");
 *     ...
 *     timemory_bundle_pop(tools, "solve");
 *
 * Any function may be called from any thread. What fails returns 0 or NULL, and timemory_error says why.
 */
#ifndef TIMEMORY_BUILDER_H
#define TIMEMORY_BUILDER_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a bundle is made of. A member that is NULL adds nothing. Lists are separated by commas, semicolons or spaces. */
typedef struct {
    const char* components;   /* ids, in the order of totals; one that is unavailable is left out, and the reason reported */
    const char* optional;     /* ids; one that is unavailable is left out without a report */
    const char* user_bundles; /* labels: "SOLVER" adds what TIMEMORY_SOLVER_COMPONENTS names */
    const char* percentiles;  /* "50, 99.9": recorded of components with integer values, and shown in tables and files */
    const char* scope;        /* "tree", "flat" or "timeline"; what the settings say without it */
} timemory_bundle_options;

/*
 * \brief Makes a bundle, for the functions of timemory/bundle.h.
 * \param options what it is made of; copied
 * \return its number, the same one for the same options; 0 for an unknown name, a component that is named twice, a percentile out of
 * range, and a bundle of nothing
 */
extern timemory_bundle_t timemory_bundle_build(const timemory_bundle_options* options) TIMEMORY_VISIBLE;

/*
 * \brief Makes a region that is measured by a bundle, for the functions of timemory/bundle.h, to be used by one thread at a time.
 * \param bundle made by timemory_bundle_create or timemory_bundle_build
 * \param name what the region is called; copied
 * \return the region, to be given to timemory_region_destroy; NULL if there is no such bundle
 */
extern timemory_region* timemory_bundle_region(timemory_bundle_t bundle, const char* name) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
