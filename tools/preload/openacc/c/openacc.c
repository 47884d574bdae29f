/*
 * Functions called by OpenACC's runtime: it loads the library that ACC_PROFLIB names and calls acc_register_library, where this one
 * registers for the events that have a duration. Both ends of one are reported on the same thread. timemory does not measure OpenACC; the
 * labels are ours.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "acc.h"
#include "open_regions.h"
#include "regions.h"
#include "settings.h"
#include "tool.h"

const struct tm_tool tm_tool = {.name = "timemory-openacc"};

static const char* components;

static void choose(void) { components = tm_components("", "TRACE,PROFILER", "wall_clock"); }

static const char* chosen_components(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, choose);
    return components;
}

/* By acc_construct_t. */
static const char* construct(int number) {
    static const char* const NAMES[] = {
        "acc_parallel",  "acc_kernels", "acc_loop",    "acc_data",        "acc_enter_data", "acc_exit_data",
        "acc_host_data", "acc_atomic",  "acc_declare", "acc_init",        "acc_shutdown",   "acc_set",
        "acc_update",    "acc_routine", "acc_wait",    "acc_runtime_api", "acc_serial",
    };
    return number >= 0 && (size_t)number < sizeof NAMES / sizeof *NAMES ? NAMES[number] : "acc_compute";
}

static const char* label_of(int event, const struct tm_acc_facts* facts) {
    switch (event) {
        case TM_ACC_DEVICE_INIT_START: return "acc_device_init";
        case TM_ACC_DEVICE_SHUTDOWN_START: return "acc_device_shutdown";
        case TM_ACC_ENTER_DATA_START: return "acc_enter_data";
        case TM_ACC_EXIT_DATA_START: return "acc_exit_data";
        case TM_ACC_UPDATE_START: return "acc_update";
        case TM_ACC_ENQUEUE_LAUNCH_START: return "acc_launch";
        case TM_ACC_ENQUEUE_UPLOAD_START: return "acc_upload";
        case TM_ACC_ENQUEUE_DOWNLOAD_START: return "acc_download";
        case TM_ACC_WAIT_START: return "acc_wait";
        default: return TM_ACC_HAS(facts, parent_construct) ? construct(facts->parent_construct) : "acc_compute";
    }
}

/* Only these have a name. */
static bool has_name(int event) { return event >= TM_ACC_ENQUEUE_LAUNCH_START && event < TM_ACC_WAIT_START; }

/* acc_parallel@solver.c:17 or acc_launch/kernel@solver.c:17, as far as known. */
static void begin(struct tm_acc_place* place, struct tm_acc_facts* facts, void* api) {
    (void)api;
    const char* label[7] = {label_of(place->event, facts)};
    int count = 1;
    const char* name = has_name(place->event) && TM_ACC_HAS(facts, name) ? facts->name : NULL;
    if (name != NULL && *name != '\0') {
        label[count++] = "/";
        label[count++] = name;
    }
    char line[16];
    if (TM_ACC_HAS(place, line) && place->file != NULL && *place->file != '\0' && place->line > 0) {
        const char* slash = strrchr(place->file, '/');
        snprintf(line, sizeof line, ":%d", place->line);
        label[count++] = "@";
        label[count++] = slash == NULL ? place->file : slash + 1;
        label[count++] = line;
    }
    label[count] = NULL;
    tm_begin_lap((uint64_t)place->event, tm_idle_region(label, chosen_components()));
}

/* The number of each end is one more than that of its start. Events that started before the library was loaded are not known here. */
static void end(struct tm_acc_place* place, struct tm_acc_facts* facts, void* api) {
    (void)facts, (void)api;
    tm_end_own_lap_with_inner((uint64_t)place->event - 1);
}

extern void acc_register_library(tm_acc_register, tm_acc_register, void*);
void acc_register_library(tm_acc_register add, tm_acc_register remove, void* look_up) {
    (void)remove, (void)look_up;
    static const int BEGINNINGS[] = {
        TM_ACC_DEVICE_INIT_START,    TM_ACC_DEVICE_SHUTDOWN_START, TM_ACC_ENTER_DATA_START,
        TM_ACC_EXIT_DATA_START,      TM_ACC_UPDATE_START,          TM_ACC_COMPUTE_CONSTRUCT_START,
        TM_ACC_ENQUEUE_LAUNCH_START, TM_ACC_ENQUEUE_UPLOAD_START,  TM_ACC_ENQUEUE_DOWNLOAD_START,
        TM_ACC_WAIT_START,
    };
    if (add == NULL) return;
    for (size_t i = 0; i < sizeof BEGINNINGS / sizeof *BEGINNINGS; i++) {
        add(BEGINNINGS[i], begin, 0);
        add(BEGINNINGS[i] + 1, end, 0);
    }
}
