// A stand-in for roctx and for the functions of HIP that are used with it.

#define TOOL "roctx"
#include "stand-in.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char* ranges[1024];
static char copies[1024][128];
static uint64_t count;
static __thread struct open_texts pushed;

EXPORT uint64_t roctxRangeStartA(const char* text) {
    pthread_mutex_lock(&lock);
    uint64_t range = ++count;
    REQUIRE(range < 1024, "too many ranges");
    ranges[range] = text;
    snprintf(copies[range], sizeof copies[range], "%s", text);
    pthread_mutex_unlock(&lock);
    note("roctxRangeStartA %s", text);
    return range;
}

EXPORT void roctxRangeStop(uint64_t range) {
    REQUIRE(range > 0 && range <= count && ranges[range] != NULL, "range %d is not open", (int)range);
    REQUIRE(strcmp(ranges[range], copies[range]) == 0, "the text of %s has changed", copies[range]);
    note("roctxRangeStop %s", ranges[range]);
    ranges[range] = NULL;
}

EXPORT void roctxMarkA(const char* text) { note("roctxMarkA %s", text); }

EXPORT int roctxRangePushA(const char* text) {
    push_text(&pushed, text, 0);
    note("roctxRangePushA %s", text);
    return pushed.count - 1;
}

EXPORT int roctxRangePop(void) {
    if (pushed.count == 0) return -1;
    note("roctxRangePop %s", pushed.items[--pushed.count].copy);
    return pushed.count;
}

EXPORT int hipDeviceSynchronize(void) {
    note("hipDeviceSynchronize");
    return 0;
}

EXPORT int hipStreamSynchronize(void* stream) {
    note("hipStreamSynchronize %d", (int)(intptr_t)stream);
    return 0;
}
