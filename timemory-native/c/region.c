/* Implementation of timemory/region.h. */
#define _GNU_SOURCE
#include "timemory/region.h"

#include <stdio.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"
#include "tracker_values.h"

static bool is_usable(const timemory_region* region, const char* function) {
    if (region != NULL) return true;
    char* error = NULL;
    if (asprintf(&error, "%s: the region is NULL", function) < 0) error = NULL;
    tm_fail(error);
    return false;
}

/* Stores `error`, which a Kotlin function may have set. */
static bool told(bool done, char** error) {
    if (*error != NULL) tm_fail(*error);
    return done;
}

static const char* text_of(const char* key) { return key == NULL ? "" : key; }

/* Both kinds of numbers. Marks need an open lap, and therefore a session. */
#define FUNCTIONS(suffix, type)                                                                                                      \
    static bool change##suffix(timemory_region* region, const char* function, int component, enum tm_change change, const char* key, \
                               type value) {                                                                                         \
        TM_INSIDE_OR_FAIL(false);                                                                                                    \
        if (!is_usable(region, function)) return false;                                                                              \
        if (change != TM_MARK_BEGIN && change != TM_MARK_END) tm_begin_unasked();                                                    \
        char* error = NULL;                                                                                                          \
        return told(tm_region_change##suffix(region, component, change, text_of(key), value, &error), &error);                       \
    }                                                                                                                                \
    bool timemory_region_store##suffix(timemory_region* region, int component, type value) {                                         \
        return change##suffix(region, __func__, component, TM_STORE, "", value);                                                     \
    }                                                                                                                                \
    bool timemory_region_mark_begin##suffix(timemory_region* region, int component, type value) {                                    \
        return change##suffix(region, __func__, component, TM_MARK_BEGIN, "", value);                                                \
    }                                                                                                                                \
    bool timemory_region_mark_end##suffix(timemory_region* region, int component, type value) {                                      \
        return change##suffix(region, __func__, component, TM_MARK_END, "", value);                                                  \
    }                                                                                                                                \
    bool timemory_region_add_secondary##suffix(timemory_region* region, int component, const char* key, type value) {                \
        return change##suffix(region, __func__, component, TM_ADD_SECONDARY, key, value);                                            \
    }                                                                                                                                \
    bool timemory_region_set_secondary##suffix(timemory_region* region, int component, const char* key, type value) {                \
        return change##suffix(region, __func__, component, TM_SET_SECONDARY, key, value);                                            \
    }                                                                                                                                \
    static bool read##suffix(timemory_region* region, const char* function, int component, enum tm_which which, const char* key,     \
                             type* value) {                                                                                          \
        if (value == NULL) return false;                                                                                             \
        *value = 0;                                                                                                                  \
        TM_INSIDE_OR_FAIL(false);                                                                                                    \
        char* error = NULL;                                                                                                          \
        return is_usable(region, function) &&                                                                                        \
               told(tm_region_value##suffix(region, component, which, text_of(key), value, &error), &error);                         \
    }                                                                                                                                \
    bool timemory_region_value##suffix(timemory_region* region, int component, type* value) {                                        \
        return read##suffix(region, __func__, component, TM_VALUE, "", value);                                                       \
    }                                                                                                                                \
    bool timemory_region_mark##suffix(timemory_region* region, int component, type* value) {                                         \
        return read##suffix(region, __func__, component, TM_MARK, "", value);                                                        \
    }                                                                                                                                \
    bool timemory_region_secondary##suffix(timemory_region* region, int component, const char* key, type* value) {                   \
        return read##suffix(region, __func__, component, TM_SECONDARY, key, value);                                                  \
    }

FUNCTIONS(, double)
FUNCTIONS(_integer, int64_t)

bool timemory_region_reading(timemory_region* region, int component, double* reading) {
    TM_INSIDE_OR_FAIL(false);
    char* error = NULL;
    return is_usable(region, __func__) && reading != NULL && told(tm_region_reading(region, component, reading, &error), &error);
}

bool timemory_region_add(timemory_region* region, timemory_region* other) {
    TM_INSIDE_OR_FAIL(false);
    char* error = NULL;
    return is_usable(region, __func__) && is_usable(other, __func__) && told(tm_region_combine(region, other, 0, &error), &error);
}

bool timemory_region_subtract(timemory_region* region, timemory_region* other) {
    TM_INSIDE_OR_FAIL(false);
    char* error = NULL;
    return is_usable(region, __func__) && is_usable(other, __func__) && told(tm_region_combine(region, other, 1, &error), &error);
}
