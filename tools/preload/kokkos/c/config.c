#define _GNU_SOURCE
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "settings.h"
#include "timemory/library.h"

static const char MEMORY[] = "kokkos_memory";

/* Files in a folder of the run's own, and no tables among what the program prints. */
void tm_set_defaults(void) {
    if (timemory_library_is_initialized()) return;
    timemory_set_environ("TIMEMORY_TIME_OUTPUT", "true", 0, 1);
    timemory_set_environ("TIMEMORY_COUT_OUTPUT", "false", 0, 1);
}

static struct tm_config choice;

static void make(void) {
    static const char* const SETTINGS[] = {
        "KOKKOSP_COMPONENTS",  "$KOKKOS_TIMEMORY_COMPONENTS",
        "KOKKOS_COMPONENTS",   "TRACE_COMPONENTS",
        "PROFILER_COMPONENTS", "COMPONENTS",
        "GLOBAL_COMPONENTS",   NULL,
    };
    tm_set_defaults();
    char *components = tm_components(SETTINGS, "wall_clock,peak_rss"), *with_memory;
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
