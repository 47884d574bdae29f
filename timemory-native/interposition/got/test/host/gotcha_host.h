/* The functions that gotchas need from the library they are part of, without Kotlin: regions are counted, and errors kept as text. */
#ifndef GOTCHA_HOST_H
#define GOTCHA_HOST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gotcha.h"

static char* tm_error;
static inline void tm_fail(char* error) {
    free(tm_error);
    tm_error = error;
}

__attribute__((visibility("default"))) const char* timemory_error(void) { return tm_error == NULL ? "" : tm_error; }

static atomic_int tm_open_regions;
__attribute__((visibility("default"))) int open_regions(void) { return tm_open_regions; }

static inline bool tm_may_run(struct tm_unseen* unseen) { return unseen != NULL; }
static inline bool tm_may_act(void) { return true; }
static inline intptr_t tm_bundle_of(const char* components) { return strcmp(components, "region") == 0; }
static inline bool tm_begin_region(intptr_t bundle, const char* label) {
    tm_open_regions++;
    return bundle != 0 && label != NULL;
}
static inline void tm_end_region(intptr_t bundle, const char* label) {
    if (bundle != 0 && label != NULL) tm_open_regions--;
}

#endif
