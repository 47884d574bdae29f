/* Settings for Kokkos events: read when Kokkos first reports an event that is to be measured. */
#ifndef TM_CONFIG_H
#define TM_CONFIG_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tm_config {
    const char* components;
    const char* memory;                 /* the component for bytes */
    const char* components_with_memory; /* that one first */
    bool logs;                          /* log each event to stderr */
};

extern const struct tm_config* tm_config(void);

/* Writes results of Kokkos programs like timemory's connector, if nothing is measured yet and no setting says otherwise. */
extern void tm_set_defaults(void);

#pragma GCC visibility pop

#endif
