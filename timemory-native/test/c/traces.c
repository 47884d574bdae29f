/* Traces by name and by number, and leaving out those that are not worth it. */
#define _POSIX_C_SOURCE 199309L
#include <time.h>

#include "check.h"
#include "timemory/library.h"

static void lap(const char* name) {
    timemory_push_trace(name);
    timemory_pop_trace(name);
}

int main(void) {
    timemory_trace_set_env("TIMEMORY_THROTTLE_COUNT", "100");
    timemory_trace_set_env("TIMEMORY_THROTTLE_VALUE", "4000000"); /* far from both, however busy the machine is */
    check(!timemory_trace_is_initialized(), "not yet");
    timemory_trace_init("wall_clock", true, "");
    check(timemory_trace_is_initialized(), "initialized");

    timemory_push_trace("outer");
    uint64_t ids[] = {7, 1ull << 63};
    const char* names[] = {"seven", "large"};
    timemory_add_hash_ids(2, ids, names);
    for (int i = 0; i < 2; i++) {
        timemory_push_trace_hash(ids[i]);
        timemory_pop_trace_hash(ids[i]);
    }
    timemory_push_trace_hash(99); /* unknown */
    timemory_pop_trace_hash(99);

    for (int i = 0; i < 250; i++) lap("short");
    check(timemory_is_throttled("short"), "short ones are left out");
    check(!timemory_is_throttled("outer") && !timemory_is_throttled("unknown"), "others are not");
    timemory_reset_throttle("short");
    check(!timemory_is_throttled("short"), "until they are wanted again");
    lap("short");
    for (int i = 0; i < 110; i++) {
        timemory_push_trace("long");
        nanosleep(&(struct timespec){0, 4000000}, NULL);
        timemory_pop_trace("long");
    }
    check(!timemory_is_throttled("long"), "long ones are not left out");
    timemory_pop_trace("outer");
    timemory_pop_trace("outer"); /* once too often */
    timemory_trace_finalize();
    check(!timemory_trace_is_initialized(), "finalized");
    return 0;
}
