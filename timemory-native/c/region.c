/* What timemory/region.h documents. */
#define _GNU_SOURCE
#include "timemory/region.h"

#include <stdio.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"

static bool is_usable(const timemory_region* region, const char* function) {
    TM_INSIDE_OR_FAIL(false);
    if (region != NULL) return true;
    char* error = NULL;
    if (asprintf(&error, "%s: the region is NULL", function) < 0) error = NULL;
    tm_fail(error);
    return false;
}

/* Keeps `error`, which a function of Kotlin's may have left. */
static bool told(bool done, char** error) {
    if (*error != NULL) tm_fail(*error);
    return done;
}

bool timemory_region_store(timemory_region* region, int component, double value) {
    if (!is_usable(region, __func__)) return false;
    tm_begin_unasked();
    char* error = NULL;
    return told(tm_region_store(region, component, value, &error), &error);
}

bool timemory_region_store_integer(timemory_region* region, int component, int64_t value) {
    if (!is_usable(region, __func__)) return false;
    tm_begin_unasked();
    char* error = NULL;
    return told(tm_region_store_integer(region, component, value, &error), &error);
}

bool timemory_region_mark_begin(timemory_region* region, int component, double value) {
    char* error = NULL;
    return is_usable(region, __func__) && told(tm_region_mark(region, component, value, 0, &error), &error);
}

bool timemory_region_mark_end(timemory_region* region, int component, double value) {
    char* error = NULL;
    return is_usable(region, __func__) && told(tm_region_mark(region, component, value, 1, &error), &error);
}

bool timemory_region_reading(timemory_region* region, int component, double* reading) {
    char* error = NULL;
    return is_usable(region, __func__) && reading != NULL && told(tm_region_reading(region, component, reading, &error), &error);
}

bool timemory_region_add(timemory_region* region, timemory_region* other) {
    char* error = NULL;
    return is_usable(region, __func__) && is_usable(other, __func__) && told(tm_region_combine(region, other, 0, &error), &error);
}

bool timemory_region_subtract(timemory_region* region, timemory_region* other) {
    char* error = NULL;
    return is_usable(region, __func__) && is_usable(other, __func__) && told(tm_region_combine(region, other, 1, &error), &error);
}
