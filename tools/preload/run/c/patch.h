/* Inserts our hooks into the functions of a loaded object. */
#ifndef TM_PATCH_H
#define TM_PATCH_H

#include "attached.h"
#include "catalogue.h"

#pragma GCC visibility push(hidden)

enum tm_patching {
    TM_NOW,
    TM_LATER, /* by another process: the locations are added to `places` */
    TM_NEVER
};

struct tm_places {
    struct tm_remote_patch* all;
    size_t count;
};

/*
 * The selected functions; the others get the reason why they are left unchanged. Returns an address where a jump was written; NULL if there
 * is none. `places` is NULL except for TM_LATER.
 */
extern const uint8_t* tm_patch_functions(struct tm_catalogue* catalogue, enum tm_patching how, struct tm_places* places);

#pragma GCC visibility pop

#endif
