/* Implementation of timemory/builder.h. */
#include "timemory/builder.h"

#include "error.h"
#include "kotlin.h"
#include "process.h"

timemory_bundle_t timemory_bundle_build(const timemory_bundle_options* options) {
    TM_INSIDE_OR_FAIL(0);
    static const timemory_bundle_options nothing;
    if (options == NULL) options = &nothing;
    char* error = NULL;
    int32_t bundle =
        tm_bundle_with(options->components, options->optional, options->user_bundles, options->percentiles, options->scope, &error);
    if (error != NULL) tm_fail(error);
    return (timemory_bundle_t)bundle;
}

timemory_region* timemory_bundle_region(timemory_bundle_t bundle, const char* name) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    void* region = tm_bundle_region((int32_t)bundle, name == NULL ? "" : name, &error);
    if (error != NULL) tm_fail(error);
    return region;
}
