/* PAPI events that the program names are counted if PAPI is there, and otherwise skipped with the reason. */
#include <timemory/papi.h>

#include <string.h>

#include "check.h"

static void fails(const char* id, const char* why) { check(id == NULL && strstr(timemory_error(), why) != NULL, timemory_error()); }

int main(void) {
    const char* faults = timemory_papi_tuple("faults", "perf::PAGE-FAULTS", NULL);
    check(faults != NULL && strcmp(faults, "faults") == 0, timemory_error());
    check(timemory_papi_tuple("faults", "perf::PAGE-FAULTS", NULL) == faults, "the same definition");
    const char* rates = timemory_papi_tuple(NULL, "perf::PAGE-FAULTS; perf::TASK-CLOCK", "wall_clock");
    check(rates != NULL && strcmp(rates, "papi_perf_page_faults_perf_task_clock_per_wall_clock") == 0, rates);
    fails(timemory_papi_tuple("faults", "perf::CPU-CLOCK", NULL), "'faults'");
    fails(timemory_papi_tuple("nothing", "", NULL), "no events");
    fails(timemory_papi_tuple("twice", "a,a", NULL), "twice");
    fails(timemory_papi_tuple("code", "0xhello", NULL), "not an event code");
    fails(timemory_papi_tuple("clock", "a", "no_such_clock"), "which is to be the clock");
    fails(timemory_papi_tuple("clock", "a", "peak_rss"), "not a clock");
    fails(timemory_papi_tuple("Bad Name", "a", NULL), "lower-case");

    timemory_region* region = timemory_region_create("touch", "faults,wall_clock");
    check(region != NULL, timemory_error());
    timemory_region_start(region);
    for (int i = 0; i < 64; i++) {
        char* pages = malloc(1 << 20);
        memset(pages, i, 1 << 20);
        free(pages);
    }
    timemory_region_stop(region);
    timemory_totals totals;
    check(timemory_region_get(region, 1, 0, &totals) && totals.laps == 1, "the clock goes on");
    // Whether PAPI and the kernel count here is not known to this program.
    check(timemory_region_get(region, 0, 0, &totals) && (totals.laps == 0 || totals.sum >= 1), "page faults were counted");
    timemory_region_destroy(region);
    return 0;
}
