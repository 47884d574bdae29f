/* What the settings say is measured: read when Kokkos first reports something that is to be measured. */
#ifndef TM_CONFIG_H
#define TM_CONFIG_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tm_config {
    const char* components;
    const char* memory;                 /* the component of bytes */
    const char* components_with_memory; /* that one first */
    bool logs;                          /* each event on the standard error stream */
};

extern const struct tm_config* tm_config(void);

/* Has results of Kokkos programs written as timemory's connector does, if nothing is measured yet and no setting says otherwise. */
extern void tm_set_defaults(void);

#pragma GCC visibility pop

#endif
