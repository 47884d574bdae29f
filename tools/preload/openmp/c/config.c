#include "config.h"

#include <pthread.h>
#include <stdlib.h>

#include "log.h"
#include "settings.h"
#include "tool.h"

const struct tm_tool tm_tool = {.name = "timemory-ompt", .enabled_by = "ENABLE_OMPT"};

static timemory_bundle_t bundle, event_bundle;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_bundles(void) {
    event_bundle = timemory_bundle_create(TM_DATA_COMPONENT);
    char* components = tm_components("", "OMPT,TRACE,PROFILER", "wall_clock");
    tm_remove_name(components, TM_DATA_COMPONENT); /* stored with events that have no duration */
    for (const char* const* name = (const char*[]){"ompt_handle", "ompt", "openmp", "openmp_tools", NULL}; *name != NULL; name++) {
        tm_remove_name(components, *name); /* it is what is running */
    }
    if (tm_has_names(components)) {
        bundle = timemory_bundle_create(components);
        if (bundle == 0) tm_log("OpenMP regions are not measured: %s", timemory_error());
    }
    free(components);
}

timemory_bundle_t tm_bundle(void) {
    pthread_once(&once, make_bundles);
    return bundle;
}

timemory_bundle_t tm_event_bundle(void) {
    pthread_once(&once, make_bundles);
    return event_bundle;
}
