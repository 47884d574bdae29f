// A stand-in for CrayPAT's functions: regions by positive numbers, nested on each thread, counters that rise by 10 with each reading.

#define TOOL "craypat"
#include "stand-in.h"

enum { OK = 1, FAIL = 0 };

static __thread struct open_texts regions;
static __thread int is_recording = 1;
static __thread unsigned long readings;
static char names[64][128];

EXPORT int PAT_record(int state) {
    if (state == 2) return is_recording;
    REQUIRE(state == 0 || state == 1, "PAT_record(%d)", state);
    REQUIRE(state == 0 || !is_recording, "PAT_record(1) twice on a thread");
    is_recording = state;
    note("PAT_record %d", state);
    return OK;
}

EXPORT int PAT_region_begin(int id, const char* label) {
    REQUIRE(id > 0 && id < 64, "region %s has the number %d", label, id);
    REQUIRE(names[id][0] == 0 || strcmp(names[id], label) == 0, "number %d is of %s and of %s", id, names[id], label);
    snprintf(names[id], sizeof names[id], "%s", label);
    for (int i = 0; i < regions.count; i++) REQUIRE(regions.items[i].kind != id, "%s begins inside itself", label);
    push_text(&regions, label, id);
    note("PAT_region_begin %d %s", id, label);
    return OK;
}

EXPORT int PAT_region_end(int id) {
    REQUIRE(regions.count > 0, "PAT_region_end(%d) and nothing is open", id);
    pop_text(&regions, regions.items[regions.count - 1].text, id);
    note("PAT_region_end %d", id);
    return OK;
}

EXPORT int PAT_counters(int category, const char* counters[], unsigned long values[], int* count) {
    REQUIRE(counters != NULL && values != NULL && *count >= 2, "no room for two counters");
    if (category != 0) return FAIL;
    counters[0] = "PAPI_TOT_CYC";
    counters[1] = "PAPI_L1_DCM";
    values[0] = 1000 + 10 * readings;
    values[1] = 2000 + 10 * readings++;
    *count = 2;
    return OK;
}

EXPORT int PAT_heap_stats(void) {
    note("PAT_heap_stats");
    return OK;
}

EXPORT int PAT_flush_buffer(unsigned long* bytes) {
    *bytes = 4096;
    note("PAT_flush_buffer");
    return OK;
}
