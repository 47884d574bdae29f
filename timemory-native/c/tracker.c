/* Implementation of timemory/tracker.h. */
#include "timemory/tracker.h"

#include <stdio.h>
#include <string.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"
#include "names.h"
#include "tracker_values.h"

static bool told(bool done, char** error) {
    if (*error != NULL) tm_fail(*error);
    return done;
}

static const char* text_of(const char* text) { return text == NULL ? "" : text; }

timemory_tracker_t timemory_tracker_create(const char* id, const char* description, const char* unit, timemory_tracker_kind kind) {
    TM_INSIDE_OR_FAIL(0);
    char* error = NULL;
    int32_t tracker = tm_tracker(text_of(id), description == NULL ? text_of(id) : description, text_of(unit), (int32_t)kind, &error);
    if (error != NULL) tm_fail(error);
    return (timemory_tracker_t)tracker;
}

timemory_tracker_t timemory_tracker_find(const char* id) {
    TM_INSIDE_OR_FAIL(0);
    char* error = NULL;
    int32_t tracker = tm_tracker_named(text_of(id), &error);
    if (error != NULL) tm_fail(error);
    return (timemory_tracker_t)tracker;
}

static bool has_combination(bool is_given, const char* function) {
    if (is_given) return true;
    TM_INSIDE_OR_FAIL(false);
    char text[100];
    snprintf(text, sizeof text, "%s: the combination is NULL", function);
    tm_fail(strdup(text));
    return false;
}

/* Limited to the maximum and the minimum if the sum exceeds them. */
static int64_t sum_integer(int64_t a, int64_t b) {
    int64_t sum;
    return !__builtin_add_overflow(a, b, &sum) ? sum : a < 0 ? INT64_MIN : INT64_MAX;
}

static double sum(double a, double b) { return a + b; }

/*
 * Both kinds of numbers. The combining function is called between two calls of Kotlin, not by Kotlin: it may measure, and throw C++
 * exceptions. The lap belongs to this thread, so its value does not change meanwhile.
 */
#define FUNCTIONS(suffix, type)                                                                                                          \
    static bool change##suffix(timemory_tracker_t tracker, enum tm_change change, const char* key, type value) {                         \
        TM_INSIDE_OR_FAIL(false);                                                                                                        \
        char* error = NULL;                                                                                                              \
        return told(tm_tracker_change##suffix((int32_t)tracker, change, text_of(key), value, &error), &error);                           \
    }                                                                                                                                    \
    static bool read##suffix(timemory_tracker_t tracker, enum tm_which which, const char* key, type* value) {                            \
        type unused;                                                                                                                     \
        if (value == NULL) value = &unused;                                                                                              \
        *value = 0;                                                                                                                      \
        TM_INSIDE_OR_FAIL(false);                                                                                                        \
        char* error = NULL;                                                                                                              \
        return told(tm_tracker_value##suffix((int32_t)tracker, which, text_of(key), value, &error), &error);                             \
    }                                                                                                                                    \
    bool timemory_tracker_store##suffix(timemory_tracker_t tracker, type value) { return change##suffix(tracker, TM_STORE, "", value); } \
    bool timemory_tracker_store_with##suffix(timemory_tracker_t tracker, type value, timemory_combination##suffix combine) {             \
        type before;                                                                                                                     \
        return has_combination(combine != NULL, __func__) && read##suffix(tracker, TM_VALUE, "", &before) &&                             \
               change##suffix(tracker, TM_STORE, "", combine(before, value));                                                            \
    }                                                                                                                                    \
    bool timemory_tracker_mark_begin##suffix(timemory_tracker_t tracker, type value) {                                                   \
        return change##suffix(tracker, TM_MARK_BEGIN, "", value);                                                                        \
    }                                                                                                                                    \
    bool timemory_tracker_mark_end##suffix(timemory_tracker_t tracker, type value) {                                                     \
        return change##suffix(tracker, TM_MARK_END, "", value);                                                                          \
    }                                                                                                                                    \
    bool timemory_tracker_mark_end_with##suffix(timemory_tracker_t tracker, type value, timemory_combination##suffix combine) {          \
        type begin, before;                                                                                                              \
        return has_combination(combine != NULL, __func__) && read##suffix(tracker, TM_MARK, "", &begin) &&                               \
               read##suffix(tracker, TM_VALUE, "", &before) &&                                                                           \
               change##suffix(tracker, TM_STORE, "", sum##suffix(before, combine(begin, value)));                                        \
    }                                                                                                                                    \
    bool timemory_tracker_add_secondary##suffix(timemory_tracker_t tracker, const char* key, type value) {                               \
        return change##suffix(tracker, TM_ADD_SECONDARY, key, value);                                                                    \
    }                                                                                                                                    \
    bool timemory_tracker_set_secondary##suffix(timemory_tracker_t tracker, const char* key, type value) {                               \
        return change##suffix(tracker, TM_SET_SECONDARY, key, value);                                                                    \
    }                                                                                                                                    \
    bool timemory_tracker_add_secondary_with##suffix(timemory_tracker_t tracker, const char* key, type value,                            \
                                                     timemory_combination##suffix combine) {                                             \
        type before;                                                                                                                     \
        if (!has_combination(combine != NULL, __func__)) return false;                                                                   \
        if (read##suffix(tracker, TM_SECONDARY, key, &before)) value = combine(before, value);                                           \
        return change##suffix(tracker, TM_SET_SECONDARY, key, value);                                                                    \
    }                                                                                                                                    \
    bool timemory_tracker_value##suffix(timemory_tracker_t tracker, type* value) { return read##suffix(tracker, TM_VALUE, "", value); }  \
    bool timemory_tracker_mark##suffix(timemory_tracker_t tracker, type* value) { return read##suffix(tracker, TM_MARK, "", value); }    \
    bool timemory_tracker_secondary##suffix(timemory_tracker_t tracker, const char* key, type* value) {                                  \
        return read##suffix(tracker, TM_SECONDARY, key, value);                                                                          \
    }                                                                                                                                    \
    bool timemory_tracker_track##suffix(timemory_tracker_t tracker, const char* label, type value) {                                     \
        TM_INSIDE_OR_FAIL(false);                                                                                                        \
        tm_begin_unasked();                                                                                                              \
        char* error = NULL;                                                                                                              \
        const char* name = text_of(label);                                                                                               \
        return told(tm_tracker_track##suffix((int32_t)tracker, tm_number_of(name), name, value, &error), &error);                        \
    }                                                                                                                                    \
    type timemory_plus##suffix(type a, type b) { return sum##suffix(a, b); }                                                             \
    type timemory_min##suffix(type a, type b) { return b < a ? b : a; }                                                                  \
    type timemory_max##suffix(type a, type b) { return b > a ? b : a; }

FUNCTIONS(, double)
FUNCTIONS(_integer, int64_t)
