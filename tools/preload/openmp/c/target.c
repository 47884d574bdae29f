/*
 * Events of devices. Constructs are regions of the thread that encounters them; the operations they consist of (memory, data, kernels) are
 * events with a number, which is the number of bytes for data.
 *
 * OpenMP 5.1 has a second form of each, called at both ends, for runtimes that no longer call the first.
 */
#include "events.h"
#include "labels.h"
#include "thread.h"

#include <string.h>

static void on_target(int kind, int endpoint, int device, ompt_data_t* task, uint64_t target, const void* codeptr) {
    (void)target, (void)codeptr;
    uintptr_t key = tm_key_of(task) + (uintptr_t)device; /* of one task at a time */
    if (endpoint & OMPT_BEGIN) {
        struct tm_thread* thread = tm_measured_thread();
        if (thread != NULL) tmomp_open(thread, TM_TARGET, kind, key, tm_label(thread, tm_label_of_target(kind), TM_DEVICE, device, 0));
    }
    if (endpoint & OMPT_END) {
        struct tm_thread* thread = tm_ending_thread();
        if (thread != NULL) tm_close(thread, TM_TARGET, kind, key);
    }
}

static void store_data_op(int kind, int source, int destination, size_t bytes) {
    struct tm_thread* thread = tm_measured_thread();
    int64_t stored = bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes;
    if (thread != NULL) tm_store(thread, tm_label_of_data_op(kind), TM_BETWEEN, source, destination, stored);
}

static void on_data_op(uint64_t target, uint64_t operation, int kind, void* from, int source, void* to, int destination, size_t bytes,
                       const void* codeptr) {
    (void)target, (void)operation, (void)from, (void)to, (void)codeptr;
    store_data_op(kind, source, destination, bytes);
}

static void store_submit(void) {
    struct tm_thread* thread = tm_measured_thread();
    if (thread != NULL) tm_store(thread, "ompt_target_submit", TM_PLAIN, 0, 0, 1);
}

static void on_submit(uint64_t target, uint64_t operation, unsigned teams) {
    (void)target, (void)operation, (void)teams;
    store_submit();
}

static void store_map(uint64_t target) {
    struct tm_thread* thread = tm_measured_thread();
    if (thread != NULL) tm_store(thread, "ompt_target_mapping", TM_NUMBERED, (int64_t)target, 0, 1);
}

static void on_map(uint64_t target, unsigned count, void** hosts, void** devices, size_t* bytes, unsigned* flags, const void* codeptr) {
    (void)count, (void)hosts, (void)devices, (void)bytes, (void)flags, (void)codeptr;
    store_map(target);
}

/* Names of devices and files can have any length, and there is rarely more than one for each device. */
static void on_device(int device, const char* type, void* handle, ompt_function_lookup_t lookup, const char* documentation) {
    (void)handle, (void)lookup, (void)documentation;
    if (tm_measured_thread() != NULL) tm_store_named("ompt_device", device, type);
}

static void on_load(int device, const char* file, int64_t offset, void* there, size_t bytes, void* host, void* address, uint64_t module) {
    (void)offset, (void)there, (void)bytes, (void)host, (void)address, (void)module;
    if (tm_measured_thread() != NULL) tm_store_named("ompt_target_load", device, file);
}

/* ---- The forms of OpenMP 5.1 --------------------------------------------------------------------------------------------------------- */

static void on_target_51(int kind, int endpoint, int device, ompt_data_t* task, ompt_data_t* target_task, ompt_data_t* target,
                         const void* codeptr) {
    (void)target_task;
    on_target(kind, endpoint, device, task, target == NULL ? 0 : target->value, codeptr);
}

static void on_data_op_51(int endpoint, ompt_data_t* task, ompt_data_t* target, uint64_t* operation, int kind, void* from, int source,
                          void* to, int destination, size_t bytes, const void* codeptr) {
    (void)task, (void)target, (void)operation, (void)from, (void)to, (void)codeptr;
    if (endpoint & OMPT_END) store_data_op(kind, source, destination, bytes);
}

static void on_submit_51(int endpoint, ompt_data_t* target, uint64_t* operation, unsigned teams) {
    (void)target, (void)operation, (void)teams;
    if (endpoint & OMPT_END) store_submit();
}

static void on_map_51(ompt_data_t* target, unsigned count, void** hosts, void** devices, size_t* bytes, unsigned* flags,
                      const void* codeptr) {
    (void)count, (void)hosts, (void)devices, (void)bytes, (void)flags, (void)codeptr;
    store_map(target == NULL ? 0 : target->value);
}

static void set_either(ompt_set_callback_t set, int event, ompt_callback_t callback, int event_51, ompt_callback_t callback_51) {
    if (set(event, callback) < OMPT_SET_SOMETIMES) set(event_51, callback_51);
}

void tm_listen_to_devices(ompt_set_callback_t set) {
    set(OMPT_DEVICE_INITIALIZE, (ompt_callback_t)on_device);
    set(OMPT_DEVICE_LOAD, (ompt_callback_t)on_load);
    set_either(set, OMPT_TARGET, (ompt_callback_t)on_target, OMPT_TARGET_EMI, (ompt_callback_t)on_target_51);
    set_either(set, OMPT_TARGET_DATA_OP, (ompt_callback_t)on_data_op, OMPT_TARGET_DATA_OP_EMI, (ompt_callback_t)on_data_op_51);
    set_either(set, OMPT_TARGET_SUBMIT, (ompt_callback_t)on_submit, OMPT_TARGET_SUBMIT_EMI, (ompt_callback_t)on_submit_51);
    set_either(set, OMPT_TARGET_MAP, (ompt_callback_t)on_map, OMPT_TARGET_MAP_EMI, (ompt_callback_t)on_map_51);
}
