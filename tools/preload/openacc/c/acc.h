/*
 * OpenACC's tool interface (OpenACC 2.6, chapter 5), as far as it is used here: acc_prof.h is not available on every machine. Structures
 * from a runtime may be shorter than declared: `valid_bytes` has their length.
 */
#ifndef TM_ACC_H
#define TM_ACC_H

#include <stddef.h>
#include <stdint.h>

enum tm_acc_event {
    TM_ACC_DEVICE_INIT_START = 1,
    TM_ACC_DEVICE_SHUTDOWN_START = 3,
    TM_ACC_ENTER_DATA_START = 10,
    TM_ACC_EXIT_DATA_START = 12,
    TM_ACC_UPDATE_START = 14,
    TM_ACC_COMPUTE_CONSTRUCT_START = 16,
    TM_ACC_ENQUEUE_LAUNCH_START = 18,
    TM_ACC_ENQUEUE_UPLOAD_START = 20,
    TM_ACC_ENQUEUE_DOWNLOAD_START = 22,
    TM_ACC_WAIT_START = 24,
};

struct tm_acc_place {
    int event, valid_bytes, version, device_type, device_number, thread;
    intptr_t async, async_queue;
    const char *file, *function;
    int line, end_line, function_line, function_end_line;
};

/* For any event; for launches and data the name is that of the kernel or variable. */
struct tm_acc_facts {
    int event, valid_bytes, parent_construct, is_implicit;
    void* of_tool;
    const char* name;
};

/* Whether the runtime's structure has the field. */
#define TM_ACC_HAS(info, field) \
    ((size_t)(info)->valid_bytes >= (size_t)((const char*)&(info)->field - (const char*)(info)) + sizeof(info)->field)

typedef void (*tm_acc_callback)(struct tm_acc_place*, struct tm_acc_facts*, void* api);
typedef void (*tm_acc_register)(int event, tm_acc_callback, int how);

#endif
