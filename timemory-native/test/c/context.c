/* The behaviour documented in timemory/context.h: regions of a thread below those of another. */
#include <pthread.h>

#include "check.h"
#include "timemory/context.h"
#include "timemory/library.h"

static timemory_context_t asked_at, other;

static void* work(void* unused) {
    timemory_bundle_t wall = timemory_bundle_create("wall_clock");
    timemory_bundle_push(wall, "before");
    check(timemory_context_enter(asked_at), "entered");
    check(timemory_context_here() == asked_at, "where it entered");
    timemory_bundle_push(wall, "work");
    check(timemory_context_enter(other), "entered inside");
    timemory_bundle_push(wall, "inner");
    timemory_bundle_pop(wall, "inner");
    timemory_context_leave();
    timemory_bundle_pop(wall, "work");
    timemory_context_leave();
    timemory_bundle_push(wall, "after");
    timemory_bundle_pop(wall, "after");
    timemory_bundle_pop(wall, "before");
    timemory_context_leave(); /* reported, and nothing else */
    return unused;
}

int main(void) {
    check(freopen("stderr", "w", stderr) != NULL, "stderr");
    check(!timemory_context_enter(0), "nowhere");
    timemory_init_library(0, NULL);
    timemory_bundle_t wall = timemory_bundle_create("wall_clock");
    timemory_bundle_push(wall, "outer");
    other = timemory_context_here();
    timemory_bundle_push(wall, "asks");
    asked_at = timemory_context_here();
    check(asked_at != 0 && asked_at != other && asked_at == timemory_context_here(), "one number for the same place");
    check(!timemory_context_enter(asked_at + 1000000), "no such place");
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    /* In addition to the time of the region, and in it. */
    int64_t long_waits[] = {3000000000, 5000000000, 4000000000};
    timemory_context_add_laps(asked_at, wall, "waits", 3, long_waits);
    int64_t none = 0;
    timemory_context_add_laps(0, wall, "own", 1, &none);
    timemory_context_add_laps(asked_at, wall, "waits", 0, NULL);
    timemory_bundle_t data = timemory_bundle_create("data_tracker_integer");
    int64_t bytes = 80;
    timemory_context_add_laps(0, data, "bytes", 1, &bytes);
    timemory_bundle_pop(wall, "asks");
    timemory_bundle_pop(wall, "outer");
    timemory_finalize_library();
    check(timemory_context_here() == 0, "nowhere after the end");
    check(!timemory_context_enter(asked_at), "of a session that is over");
    timemory_init_library(0, NULL);
    timemory_bundle_push(wall, "again");
    check(!timemory_context_enter(asked_at), "of an earlier session");
    check(timemory_context_here() != asked_at, "another number in another session");
    timemory_bundle_pop(wall, "again");
    timemory_change_setting("FILE_OUTPUT", "false");
    timemory_finalize_library();
    return 0;
}
