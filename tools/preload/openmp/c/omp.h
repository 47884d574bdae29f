/*
 * The part of OpenMP's tool interface (OMPT) that is used here, as defined in chapter 4 of OpenMP 5.0 and 19 of 5.1. No runtime is needed
 * to compile this library, and GCC's has no header for it.
 */
#ifndef TM_OMP_H
#define TM_OMP_H

#include <stddef.h>
#include <stdint.h>

typedef union {
    uint64_t value;
    void* ptr;
} ompt_data_t;

typedef void (*ompt_callback_t)(void);
typedef ompt_callback_t (*ompt_function_lookup_t)(const char* name);
typedef int (*ompt_set_callback_t)(int event, ompt_callback_t callback);

typedef struct {
    int (*initialize)(ompt_function_lookup_t lookup, int device, ompt_data_t* tool);
    void (*finalize)(ompt_data_t* tool);
    ompt_data_t tool;
} ompt_start_tool_result_t;

enum {
    OMPT_THREAD_BEGIN = 1,
    OMPT_PARALLEL_BEGIN = 3,
    OMPT_PARALLEL_END = 4,
    OMPT_TASK_CREATE = 5,
    OMPT_TASK_SCHEDULE = 6,
    OMPT_IMPLICIT_TASK = 7,
    OMPT_TARGET = 8,
    OMPT_TARGET_DATA_OP = 9,
    OMPT_TARGET_SUBMIT = 10,
    OMPT_DEVICE_INITIALIZE = 12,
    OMPT_DEVICE_LOAD = 14,
    OMPT_WORK = 20,
    OMPT_MASKED = 21, /* master in 5.0 */
    OMPT_TARGET_MAP = 22,
    OMPT_SYNC_REGION = 23,
    OMPT_MUTEX_ACQUIRE = 26,
    OMPT_MUTEX_ACQUIRED = 27,
    OMPT_NEST_LOCK = 28,
    OMPT_DISPATCH = 32,
    OMPT_TARGET_EMI = 33,
    OMPT_TARGET_DATA_OP_EMI = 34,
    OMPT_TARGET_SUBMIT_EMI = 35,
    OMPT_TARGET_MAP_EMI = 36
};

/* Results of ompt_set_callback from this one on mean that the runtime calls it, at least sometimes. */
enum { OMPT_SET_SOMETIMES = 3 };

enum { OMPT_THREAD_IS_WORKER = 2 };

enum { OMPT_BEGIN = 1, OMPT_END = 2, OMPT_BEGIN_AND_END = 3 };

enum { OMPT_TASK_IS_INITIAL = 0x1, OMPT_TASK_IS_IMPLICIT = 0x2, OMPT_TASK_IS_TASKWAIT = 0x10 };

enum {
    OMPT_TASK_COMPLETE = 1,
    OMPT_TASK_CANCEL = 3,
    OMPT_TASK_DETACH = 4,
    OMPT_TASK_EARLY = 5,
    OMPT_TASK_LATE = 6,
    OMPT_TASKWAIT_COMPLETE = 8
};

enum { OMPT_BARRIER_IMPLICIT = 2, OMPT_TASKWAIT = 5, OMPT_BARRIER_IMPLICIT_PARALLEL = 9, OMPT_BARRIER_TEAMS = 10 };

#endif
