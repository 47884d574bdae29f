/* Replaces libtimemory.so: functions whose results show their arguments. */
#include <stdarg.h>
#include <string.h>

#include "timemory/context.h"
#include "timemory/region.h"
#include "timemory/timemory.h"

static int sum_of_settings;
static uint64_t sum_of_laps;

void timemory_begin_record_enum(const char* name, uint64_t* id, ...) {
    va_list list;
    va_start(list, id);
    uint64_t sum = 0;
    for (int component = va_arg(list, int); component != TIMEMORY_COMPONENTS_END; component = va_arg(list, int)) sum += (uint64_t)component;
    va_end(list);
    *id = strcmp(name, "record") == 0 ? sum : 0;
}

bool timemory_region_store(timemory_region* region, int component, double value) {
    return region != NULL && component == 2 && value == 2.5;
}

void c_timemory_init(int argc, char** argv, timemory_settings settings) {
    const int* each = (const int*)&settings;
    sum_of_settings = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *each && argv[argc] == NULL; i++) sum_of_settings += each[i];
}

int c_timemory_enabled(void) { return sum_of_settings; }

void timemory_context_add_laps(timemory_context_t context, timemory_bundle_t bundle, const char* name, size_t count,
                               const int64_t* values) {
    sum_of_laps = context + bundle + count;
    for (size_t i = 0; i < count && strcmp(name, "name") == 0; i++) sum_of_laps += (uint64_t)values[i];
}

uint64_t timemory_get_begin_record(const char* name) { return name == NULL ? sum_of_laps : 0; }
