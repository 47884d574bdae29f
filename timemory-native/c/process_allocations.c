/*
 * Allocations of the process that do not belong to a region: since the process started, if libtimemory-mallocp.so is preloaded, or since
 * timemory_start_mallocp. Only C code knows of them meanwhile. When tracking ends, or the results are made, they become one lap of a region
 * with the program's name.
 */
#define _GNU_SOURCE
#include "process_allocations.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cells.h"
#include "disabled.h"
#include "kotlin.h"
#include "laps.h"
#include "process.h"
#include "timemory/region.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t process; /* any other one is a child, which measures nothing */
static int64_t moment[TM_MEMORY_NUMBERS];
static bool is_unasked;

static void forked(void) {
    pthread_mutex_init(&lock, NULL);
    tm_memory_holders = 0;
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

static bool begin(void) {
    const int64_t* begun = timemory_memory_begin(1);
    if (begun != NULL) memcpy(moment, begun, sizeof moment);
    return begun != NULL;
}

const char* timemory_memory_start_process_tracking(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    const char* why = tm_memory_count();
    if (why != NULL) return why;
    pthread_mutex_lock(&lock);
    if (tm_memory_holders == 0 && !begin()) why = "allocations are not counted: out of memory";
    if (why == NULL) __atomic_store_n(&tm_memory_holders, tm_memory_holders + 1, __ATOMIC_RELAXED);
    process = getpid();
    pthread_mutex_unlock(&lock);
    return why;
}

const char* timemory_memory_start_process_tracking_implicitly(void) {
    const char* why = timemory_memory_start_process_tracking();
    is_unasked = why == NULL;
    return why;
}

/* Makes the next all-threads lap started by the calling thread start at that time. The caller holds the lock. */
static bool begin_there(void) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell == NULL) return false;
    memcpy(cell->first, moment, sizeof moment);
    cell->begun = cell->first;
    return true;
}

bool tm_memory_take(void) {
    pthread_mutex_lock(&lock);
    bool is_taken = tm_memory_holders > 0 && begin_there();
    pthread_mutex_unlock(&lock);
    return is_taken;
}

void tm_memory_begin_again(void) {
    pthread_mutex_lock(&lock);
    if (tm_memory_holders > 0) begin();
    pthread_mutex_unlock(&lock);
}

const char* tm_memory_label(void) { return *program_invocation_short_name == '\0' ? "program" : program_invocation_short_name; }

/* Another thread may have started tracking again meanwhile. */
bool timemory_memory_stop_process_tracking(void) {
    pthread_mutex_lock(&lock);
    bool is_last = tm_memory_holders == 1, has_lap = is_last && begin_there();
    if (tm_memory_holders > 0) __atomic_store_n(&tm_memory_holders, tm_memory_holders - 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    timemory_region* region = has_lap ? timemory_region_create(tm_memory_label(), "memory_allocations") : NULL;
    if (region != NULL) {
        timemory_region_start(region);
        timemory_region_stop(region);
        timemory_region_destroy(region);
    }
    struct tm_memory_cell* cell = tm_memory_cell;
    if (cell != NULL) cell->begun = NULL; /* if nothing is measured */
    return is_last;
}

bool timemory_memory_finish(void) {
    if (!tm_memory_is_held() || process != getpid()) return false;
    TM_INSIDE(false);
    bool is_written = tm_finish_memory(is_unasked) != 0;
    tm_update_disabled();
    return is_written;
}
