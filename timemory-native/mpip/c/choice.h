/* What the settings say is measured: read when the first function is called that is to be measured. */
#ifndef TM_CHOICE_H
#define TM_CHOICE_H

#include <stdbool.h>

#include "functions.h"

#pragma GCC visibility push(hidden)

#ifndef TM_DATA_COMPONENT
#define TM_DATA_COMPONENT "mpi_comm_data"
#endif

struct tm_choice {
    bool with_data;
    bool with_peers;
    char* components;
    char* components_with_data; /* the first is that of the data */
    bool is_chosen[TM_FUNCTIONS];
};

extern const struct tm_choice* tm_choice(void);

/* Whether a setting that is a flag is on. */
extern bool tm_is_set(const char* name);

/* A setting that is a number. */
extern int tm_number(const char* name);

#pragma GCC visibility pop

#endif
