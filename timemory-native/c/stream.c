/* Implementation of timemory/stream.h. */
#include "timemory/stream.h"

#include <string.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"
#include "names.h"

bool timemory_region_start_stream(timemory_region* region, void* stream) {
    TM_INSIDE_OR_FAIL(false);
    if (region == NULL) {
        tm_fail(strdup("timemory_region_start_stream: the region is NULL"));
        return false;
    }
    tm_begin_unasked();
    char* error = NULL;
    bool done = tm_region_start_stream(region, (int64_t)(intptr_t)stream, &error);
    if (error != NULL) tm_fail(error);
    return done;
}

bool timemory_bundle_begin_stream(timemory_bundle_t bundle, const char* name, void* stream, uint64_t* id) {
    if (id != NULL) *id = UINT64_MAX;
    TM_INSIDE_OR_FAIL(false);
    if (id == NULL || name == NULL) {
        tm_fail(strdup("timemory_bundle_begin_stream: the name and the place of the record's number may not be NULL"));
        return false;
    }
    if (tm_is_disabled()) return true;
    char* error = NULL;
    *id = (uint64_t)tm_bundle_begin_stream((int32_t)bundle, tm_number_of(name), name, (int64_t)(intptr_t)stream, &error);
    if (error != NULL) tm_fail(error);
    return error == NULL;
}
