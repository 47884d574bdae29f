/* Settings for the measured functions: read when the first function that is to be measured is called. */
#ifndef TM_CONFIG_H
#define TM_CONFIG_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tm_config {
    bool with_data;
    bool with_peers;
    const char* components;
    const char* components_with_data; /* the first is that for data */
    const bool* is_chosen;            /* by the functions' numbers */
};

extern const struct tm_config* tm_config(void);

#pragma GCC visibility pop

#endif
