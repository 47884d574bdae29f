#define _GNU_SOURCE
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "timemory/library.h"

static const char MEMORY[] = "kokkos_memory";

/* Files in a separate folder for the run, and no tables in the program's output. */
void tm_set_defaults(void) {
    if (timemory_library_is_initialized()) return;
    timemory_set_environ("TIMEMORY_TIME_OUTPUT", "true", 0, 1);
    timemory_set_environ("TIMEMORY_COUT_OUTPUT", "false", 0, 1);
}

static struct tm_config choice;

/*
 * KOKKOS_TIMEMORY_COMPONENTS is read by timemory's Kokkos connector. It takes precedence over the settings, except for the connector's own.
 */
static char* chosen_components(void) {
    char* own = tm_setting("KOKKOSP_COMPONENTS");
    const char* given = tm_has_names(own) ? NULL : secure_getenv("KOKKOS_TIMEMORY_COMPONENTS");
    free(own);
    return tm_components(given == NULL ? "" : given, "KOKKOSP,KOKKOS,TRACE,PROFILER", "wall_clock,peak_rss");
}

static void make(void) {
    tm_set_defaults();
    char *components = chosen_components(), *with_memory;
    tm_remove_name(components, MEMORY);
    choice.components = components;
    if (asprintf(&with_memory, "%s,%s", MEMORY, components) < 0) abort();
    choice.memory = MEMORY;
    choice.components_with_memory = with_memory;
    choice.logs = tm_is_set("KOKKOS_KERNEL_LOGGER");
}

const struct tm_config* tm_config(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
    return &choice;
}
