/* The functions of one object: whether each can be measured, and why not. */
#ifndef TM_CATALOGUE_H
#define TM_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code.h"
#include "objects.h"

#pragma GCC visibility push(hidden)

struct tm_entry {
    char* name; /* as in the source */
    struct tm_part parts[TM_PARTS];
    size_t part_count;
    size_t bytes;
    const char* reason;         /* why it is not measured; NULL if it is */
    bool allocates;             /* it is malloc, or a similar function */
    bool is_forbidden;          /* for a reason other than the user's selection */
    bool is_looping, has_table; /* as in struct tm_function_code, once its code was read */
};

struct tm_catalogue {
    const struct tmfn_object* object;
    struct tm_entry* entries;
    size_t count;
};

/* Returns false without memory. */
extern bool tm_list_functions(struct tm_catalogue* catalogue, const struct tmfn_object* object);

extern void tm_forget_functions(struct tm_catalogue* catalogue);

#pragma GCC visibility pop

#endif
