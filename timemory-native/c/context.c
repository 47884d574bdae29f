/* Implementation of timemory/context.h. */
#include "timemory/context.h"

#include "disabled.h"
#include "kotlin.h"
#include "names.h"
#include "process.h"

timemory_context_t timemory_context_here(void) {
    TM_BRIEFLY_INSIDE(0);
    return (timemory_context_t)tm_context_here();
}

bool timemory_context_enter(timemory_context_t context) {
    if (context == 0) return false;
    TM_BRIEFLY_INSIDE(false);
    return tm_context_enter((int64_t)context);
}

void timemory_context_leave(void) {
    TM_BRIEFLY_INSIDE();
    tm_context_leave();
}

void timemory_context_add_laps(timemory_context_t context, timemory_bundle_t bundle, const char* name, size_t count,
                               const int64_t* values) {
    if (name == NULL || values == NULL || count == 0 || count > INT32_MAX || tm_is_disabled()) return;
    TM_BRIEFLY_INSIDE();
    tm_context_add_laps((int64_t)context, (int32_t)bundle, tm_number_of(name), name, (int32_t)count, values);
}
