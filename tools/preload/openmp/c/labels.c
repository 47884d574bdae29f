#include "labels.h"

#include <stddef.h>

#define LABEL_OF(kind, labels, other) \
    ((size_t)(kind) < sizeof(labels) / sizeof *(labels) && (labels)[kind] != NULL ? (labels)[kind] : (other))

const char* tm_label_of_thread(int kind) {
    static const char* const LABELS[] = {NULL, "ompt_thread_initial", "ompt_thread_worker", "ompt_thread_other"};
    return LABEL_OF(kind, LABELS, "ompt_thread_other");
}

/* Those after ompt_work_scope belong to OpenMP 5.1 and 5.2, and are missing in timemory. */
const char* tm_label_of_work(int kind) {
    static const char* const LABELS[] = {
        NULL,
        "ompt_work_loop",
        "ompt_work_sections",
        "ompt_work_single_executor",
        "ompt_work_single_other",
        "ompt_work_workshare",
        "ompt_work_distribute",
        "ompt_work_taskloop",
        "ompt_work_scope",
        "ompt_work_workdistribute",
        "ompt_work_loop_static",
        "ompt_work_loop_dynamic",
        "ompt_work_loop_guided",
        "ompt_work_loop_other",
    };
    return LABEL_OF(kind, LABELS, "ompt_work");
}

/* The last three belong to OpenMP 5.1: before, they were all ompt_sync_region_barrier_implicit. */
const char* tm_label_of_sync_region(int kind) {
    static const char* const LABELS[] = {
        NULL,
        "ompt_sync_region_barrier",
        "ompt_sync_region_barrier_implicit",
        "ompt_sync_region_barrier_explicit",
        "ompt_sync_region_barrier_implementation",
        "ompt_sync_region_taskwait",
        "ompt_sync_region_taskgroup",
        "ompt_sync_region_reduction",
        "ompt_sync_region_barrier_implicit_workshare",
        "ompt_sync_region_barrier_implicit_parallel",
        "ompt_sync_region_barrier_teams",
    };
    return LABEL_OF(kind, LABELS, "ompt_sync_region");
}

const char* tm_label_of_mutex(int kind) {
    static const char* const LABELS[] = {
        NULL,
        "ompt_mutex_lock",
        "ompt_mutex_test_lock",
        "ompt_mutex_nest_lock",
        "ompt_mutex_test_nest_lock",
        "ompt_mutex_critical",
        "ompt_mutex_atomic",
        "ompt_mutex_ordered",
    };
    return LABEL_OF(kind, LABELS, "ompt_mutex");
}

const char* tm_label_of_dispatch(int kind) {
    static const char* const LABELS[] = {
        NULL,
        "ompt_dispatch_iteration",
        "ompt_dispatch_section",
        "ompt_dispatch_ws_loop_chunk",
        "ompt_dispatch_taskloop_chunk",
        "ompt_dispatch_distribute_chunk",
    };
    return LABEL_OF(kind, LABELS, "ompt_dispatch");
}

/* The kinds with nowait are larger by 8. */
const char* tm_label_of_target(int kind) {
    static const char* const LABELS[] = {NULL, "ompt_target", "ompt_target_enter_data", "ompt_target_exit_data", "ompt_target_update"};
    return LABEL_OF(kind > 8 ? kind - 8 : kind, LABELS, "ompt_target");
}

/* Asynchronous ones are 16 more. */
const char* tm_label_of_data_op(int kind) {
    static const char* const LABELS[] = {
        NULL,
        "ompt_target_data_alloc",
        "ompt_target_data_transfer_to_dev",
        "ompt_target_data_transfer_from_dev",
        "ompt_target_data_delete",
        "ompt_target_data_associate",
        "ompt_target_data_disassociate",
    };
    return LABEL_OF(kind > 16 ? kind - 16 : kind, LABELS, "ompt_target_data");
}
