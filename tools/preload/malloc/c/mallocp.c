/*
 * Allocations of the whole process are measured while the program requests it, or from the start if the library was preloaded, because then
 * the program does not call it. libtimemory.so counts and records them (../../../../timemory-native/interposition/memory): in programs that
 * measure nothing else, no Kotlin code runs before the process ends.
 */
#include "timemory/tools/timemory-mallocp.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../../../../timemory-native/c/process_allocations.h"
#include "active.h"
#include "log.h"
#include "tool.h"

const struct tm_tool tm_tool = {.name = "timemory-mallocp", .enabled_by = "ENABLE_MALLOCP"};

static atomic_bool is_registered;
static _Atomic(uint64_t) starts;

static void at_exit(void) { (void)timemory_memory_finish(); }

static void finish_at_exit(void) { atexit(at_exit); }

static bool holds(const char* (*hold)(void)) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, finish_at_exit);
    const char* why = hold();
    if (why != NULL) tm_log("%s", why);
    return why == NULL;
}

uint64_t timemory_start_mallocp(void) {
    if (!tm_is_enabled() || !holds(timemory_memory_start_process_tracking)) return 0;
    return atomic_fetch_add(&starts, 1) + 1;
}

uint64_t timemory_stop_mallocp(uint64_t id) {
    (void)id;
    uint64_t count = atomic_load(&starts);
    while (count > 0 && !atomic_compare_exchange_weak(&starts, &count, count - 1)) continue;
    if (count == 0) return 0;
    timemory_memory_stop_process_tracking();
    return count - 1;
}

void timemory_register_mallocp(void) {
    if (tm_is_enabled() && !atomic_exchange(&is_registered, true) && !holds(timemory_memory_start_process_tracking)) is_registered = false;
}

void timemory_deregister_mallocp(void) {
    if (atomic_exchange(&is_registered, false)) timemory_memory_stop_process_tracking();
}

uint64_t timemory_start_mallocp_(void) { return timemory_start_mallocp(); }

uint64_t timemory_stop_mallocp_(const uint64_t* id) { return timemory_stop_mallocp(*id); }

void timemory_register_mallocp_(void) { timemory_register_mallocp(); }

void timemory_deregister_mallocp_(void) { timemory_deregister_mallocp(); }

void timemory_mallocp_library_ctor(void) {}

void timemory_mallocp_library_ctor_(void) {}

__attribute__((constructor)) static void loaded(void) {
    if (tm_is_named_in("LD_PRELOAD") && !tm_is_known_disabled()) is_registered = holds(timemory_memory_start_process_tracking_implicitly);
}
