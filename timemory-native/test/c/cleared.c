/* timemory_clear while other threads end and start sessions: the process continues, and a session that another thread ends is written. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "children.h"
#include "timemory/bundle.h"
#include "timemory/library.h"
#include "timemory/results.h"

enum { SECONDS = 120, TIMES = 200 };

static atomic_bool clears = true;

static void* clear(void* unused) {
    while (clears) timemory_clear();
    return unused;
}

static void* end_and_begin(void* unused) {
    for (int i = 0; i < TIMES; i++) {
        timemory_finalize_library();
        timemory_init_library(0, NULL);
    }
    return unused;
}

/* Other operations that inspect or change the session. */
static void* change(void* unused) {
    static const char* const UNITS[] = {"msec", "sec"};
    for (int i = 0; clears; i++) {
        timemory_change_setting("TIMING_UNITS", UNITS[i % 2]);
        timemory_set_environ("TIMEMORY_TIMING_UNITS", UNITS[i % 2], 1, 1);
        timemory_free(timemory_setting("TIMING_UNITS"));
        timemory_free(timemory_results_components());
        timemory_free(timemory_table("wall_clock"));
        timemory_add_components("trip_count");
        timemory_remove_components("trip_count");
        timemory_resume();
        timemory_push_region("changes");
        timemory_pop_region("changes");
    }
    return unused;
}

static void many_threads(void) {
    pthread_t threads[3];
    timemory_init_library(0, NULL);
    if (pthread_create(&threads[0], NULL, clear, NULL) != 0 || pthread_create(&threads[1], NULL, change, NULL) != 0) exit(2);
    if (pthread_create(&threads[2], NULL, end_and_begin, NULL) != 0) exit(2);
    pthread_join(threads[2], NULL);
    clears = false;
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}

/* Settings stay as they are: of the session that is measured, and of the next one, which is written. */
static void settings(void) {
    timemory_init_library(0, NULL);
    if (!timemory_change_setting("TIMING_UNITS", "msec")) exit(2);
    timemory_pause();
    timemory_clear();
    if (!timemory_library_is_initialized()) exit(3);
    timemory_push_region("paused");
    timemory_pop_region("paused");
    timemory_resume();
    char* unit = timemory_setting("TIMING_UNITS");
    char* writes = timemory_setting("FILE_OUTPUT");
    if (unit == NULL || strcmp(unit, "msec") != 0 || writes == NULL || strcmp(writes, "true") != 0) exit(4);
    timemory_free(unit);
    timemory_free(writes);
    timemory_push_region("kept");
    timemory_pop_region("kept");
    timemory_finalize_library();
    timemory_clear();
    if (timemory_library_is_initialized()) exit(5);
}

int main(void) {
    alarm(SECONDS);
    setenv("TIMEMORY_COUT_OUTPUT", "false", 1);
    expect(status_of("settings", settings, 0) == 0, "status 0");
    expect(has("timemory-output/wall.json", ">>> kept") && !has("timemory-output/wall.json", ">>> paused"), "what was measured afterwards");
    expect(status_of("threads", many_threads, 0) == 0, "status 0");
    expect(!has("stderr", "fault"), "no fault of the library's");
    expect(!has("stderr", "nothing is measured"), "no message about a session that is gone");
    return 0;
}
