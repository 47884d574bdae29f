/* Custom components with values of several numbers, with integers, and without a value. */
#include <timemory/component.h>
#include <timemory/results.h>

#include <stdio.h>
#include <string.h>

#include "check.h"

/* A range with its number of members, which only the component can merge. */
struct range {
    int64_t low, high;
    int32_t members;
};

static int64_t now;

static void nothing(void* memory) { (void)memory; }

static void read_range(void* memory, void* value) {
    (void)memory;
    *(struct range*)value = (struct range){now, now, 1};
}

static void merge_ranges(void* into, const void* value) {
    struct range* all = into;
    const struct range* one = value;
    if (one->low < all->low) all->low = one->low;
    if (one->high > all->high) all->high = one->high;
    all->members += one->members;
}

static void numbers_of_range(const void* value, double* numbers) {
    const struct range* range = value;
    numbers[0] = (double)range->low, numbers[1] = (double)range->high, numbers[2] = range->members;
}

static void read_array(void* memory, void* value) {
    (void)memory;
    double* numbers = value;
    numbers[0] = (double)now, numbers[1] = (double)now, numbers[2] = -(double)now;
}

static int64_t largest(void* memory) {
    (void)memory;
    return INT64_MAX;
}

static int64_t whole(void* memory) {
    (void)memory;
    return now;
}

/* A marker that records its calls. */
struct marker {
    const char* label;
};

static char noted[1000];

static void note(const char* what, const char* label) {
    size_t length = strlen(noted);
    snprintf(noted + length, sizeof noted - length, "%s %s;", what, label);
}

static void set_prefix(void* memory, const char* label) { ((struct marker*)memory)->label = label; }
static void start_marker(void* memory) { note("start", ((struct marker*)memory)->label); }
static void stop_marker(void* memory) { note("stop", ((struct marker*)memory)->label); }

static void lap(timemory_region* region, int64_t value) {
    now = value;
    timemory_region_start(region);
    timemory_region_stop(region);
}

static double sum(timemory_region* region, int component, int element) {
    timemory_totals totals;
    check(timemory_region_get(region, component, element, &totals), "there are totals");
    return totals.sum;
}

static void refuse(timemory_component component, const char* why) {
    check(!timemory_register_component(&component), why);
    if (strstr(timemory_error(), why) == NULL) check(false, timemory_error());
}

static double value(void* memory) {
    (void)memory;
    return 1;
}

static void refusals(void) {
    timemory_component base = {.id = "refused", .start = nothing, .stop = nothing}, one = base;
    one.value = value, one.integer = whole;
    refuse(one, "only one of value, integer and values");
    one = base, one.values = read_array;
    refuse(one, "names of its numbers in elements");
    one.elements = "a,b", one.value_size = 8;
    refuse(one, "needs value_size, merge and numbers");
    one.merge = merge_ranges, one.numbers = numbers_of_range, one.value_size = 1 << 20;
    refuse(one, "at most 4096");
    one.value_size = SIZE_MAX;
    refuse(one, "at most 4096");
    one = base, one.values = read_array, one.elements = "a,,b";
    refuse(one, "names have 1 to");
    one.elements = "a,b=mean";
    refuse(one, "sum, min or max, not by 'mean'");
    one.elements = "a,a";
    refuse(one, "two numbers of one name");
    one = base, one.elements = "a";
    refuse(one, "which is missing");
    one = base, one.label = "../elsewhere";
    refuse(one, "part of file names");
    one = base, one.stop = NULL;
    refuse(one, "functions start and stop");
    static char names[1000];
    for (int i = 0; i < 65; i++) sprintf(names + strlen(names), "%sn%d", i == 0 ? "" : ",", i);
    one = base, one.values = read_array, one.elements = names;
    refuse(one, "at most 64");
}

int main(void) {
    timemory_component range = {.id = "range",
                                .unit = "msec",
                                .start = nothing,
                                .stop = nothing,
                                .values = read_range,
                                .elements = "low,high,members",
                                .value_size = sizeof(struct range),
                                .merge = merge_ranges,
                                .numbers = numbers_of_range},
                       array = {.id = "array",
                                .label = "arr",
                                .start = nothing,
                                .stop = nothing,
                                .values = read_array,
                                .elements = "sum,largest=max,smallest = min"},
                       exact = {.id = "exact", .start = nothing, .stop = nothing, .integer = largest},
                       millis = {.id = "millis", .unit = "msec", .start = nothing, .stop = nothing, .integer = whole},
                       marker = {.id = "marker",
                                 .size = sizeof(struct marker),
                                 .start = start_marker,
                                 .stop = stop_marker,
                                 .set_prefix = set_prefix};
    check(timemory_register_component(&range) && timemory_register_component(&array) && timemory_register_component(&exact),
          timemory_error());
    check(timemory_register_component(&millis) && timemory_register_component(&marker), timemory_error());
    refusals();

    timemory_region* region = timemory_region_create("several", "range,array,exact,millis");
    lap(region, 2000), lap(region, 500), lap(region, 8000);
    check(sum(region, 0, 0) == 0.5 && sum(region, 0, 1) == 8 && sum(region, 0, 2) == 0.003, "a struct, merged by its component");
    check(sum(region, 1, 0) == 10500 && sum(region, 1, 1) == 8000 && sum(region, 1, 2) == -8000, "an array, merged by number");
    check(sum(region, 2, 0) == 3 * (double)INT64_MAX && sum(region, 3, 0) == 10.5, "integers");
    timemory_totals totals;
    now = INT64_MAX / 1000;
    timemory_region_start(region);
    timemory_region_stop(region);
    check(timemory_region_get(region, 3, 0, &totals) && totals.laps == 3, "an integer that exceeds 64 bits in nanoseconds is not recorded");
    timemory_region_destroy(region);

    timemory_push_components("marker,wall_clock");
    timemory_push_region("outer");
    for (int i = 0; i < 2; i++) {
        timemory_push_region("inner");
        timemory_pop_region("inner");
    }
    timemory_pop_region("outer");
    check(strcmp(noted, "start outer;start inner;stop inner;start inner;stop inner;stop outer;") == 0, noted);
    char* table = timemory_table("array");
    check(table != NULL && strstr(table, "several") != NULL, "a table");
    timemory_free(table);
    return 0;
}
