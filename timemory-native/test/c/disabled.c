/* With DISABLE_TIMEMORY nothing is left of the macros, and gotchas do not change functions. */
#define DISABLE_TIMEMORY
#include <timemory/gotcha.h>
#include <timemory/timemory.h>
#include <timemory/tools/timemory-mallocp.h>
#include <timemory/tools/timemory-mpip.h>
#include <timemory/tools/timemory-ncclp.h>
#include <timemory/tools/timemory-ompt.h>

#include <stdlib.h>
#include <unistd.h>

#include "check.h"

static long (*strtol_before)(const char*, char**, int);
static long one(const char* text, char** end, int base) { return strtol_before(text, end, base) * 0 + 1; }

static void seen(timemory_call* call, void* data) {
    check(data == NULL && timemory_call_integer(call, 0) == timemory_call_integer_result(call), "never called");
}

static void gotchas(void) {
    timemory_counted counted = {1, 1};
    timemory_gotcha* gotcha = timemory_gotcha_create("wall_clock", 1);
    check(gotcha != NULL && timemory_gotcha_replace(gotcha, "strtol", (void*)one, (void**)&strtol_before), "described");
    check(timemory_gotcha_wrap(gotcha, "strtod", NULL) && timemory_gotcha_count(gotcha, "strtoll", 2), "described");
    check(timemory_gotcha_audit(gotcha, seen, seen, NULL) && timemory_gotcha_set_scope(gotcha, TIMEMORY_GOTCHA_THREAD), "described");
    check(timemory_gotcha_permit_callers(gotcha, "*") && timemory_gotcha_reject_callers(gotcha, "none"), "by some");
    check(timemory_gotcha_start(gotcha) && timemory_gotcha_permit(gotcha, "*") && timemory_gotcha_reject(gotcha, NULL), "started");
    check(strtol("7", NULL, 10) == 7 && strtoll("7", NULL, 10) == 7, "as they are");
    check(timemory_gotcha_counted(gotcha, "strtoll", false, &counted) && counted.calls == 0 && counted.sum == 0, "nothing");
    check(timemory_gotcha_slots(gotcha, NULL) == 0 && *timemory_error() == '\0', "nothing");
    timemory_gotcha_stop(gotcha);
    timemory_gotcha_remove(gotcha);
}

#define NOTHING_OF(tool)                                                        \
    timemory_##tool##_library_ctor();                                           \
    timemory_register_##tool();                                                 \
    check(timemory_stop_##tool(timemory_start_##tool()) == 0, "nothing of it"); \
    timemory_deregister_##tool()

static void tools(void) {
    NOTHING_OF(mallocp);
    NOTHING_OF(mpip);
    NOTHING_OF(ncclp);
    NOTHING_OF(ompt);
}

int main(int argc, char** argv) {
    timemory_settings settings = TIMEMORY_SETTINGS_INIT;
    TIMEMORY_INIT(argc, argv, settings);
    void* timer = TIMEMORY_AUTO_TIMER("x");
    void* marker = TIMEMORY_BLANK_MARKER("marker", WALL_CLOCK);
    check(argc == 1 && argv != NULL && timer == NULL && marker == NULL, "nothing is made");
    gotchas();
    tools();
    FREE_TIMEMORY_MARKER(marker);
    FREE_TIMEMORY_AUTO_TIMER(timer);
    TIMEMORY_FINALIZE();
    check(access("timemory-output", F_OK) != 0, "nothing is written");
    return 0;
}
