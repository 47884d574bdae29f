/* Device events, as reported by a runtime that has a device; with an argument, in the forms of OpenMP 5.1. */
#include "fake_runtime.h"

static int is_new;

static void target(int kind, int end, int device, data_t* task, uint64_t id) {
    data_t target = {.value = id};
    CALL(8, (int, int, int, data_t*, uint64_t, const void*), kind, end, device, task, id, NULL);
    CALL(33, (int, int, int, data_t*, data_t*, data_t*, const void*), kind, end, device, task, NULL, &target, NULL);
}

static void data_op(int kind, int from, int to, size_t bytes) {
    static char here[1];
    uint64_t operation = 17;
    CALL(9, (uint64_t, uint64_t, int, void*, int, void*, int, size_t, const void*), 1, 17, kind, here, from, here, to, bytes, NULL);
    for (int end = BEGIN; end <= END; end++) {
        CALL(34, (int, data_t*, data_t*, uint64_t*, int, void*, int, void*, int, size_t, const void*), end, NULL, NULL, &operation, kind,
             here, from, here, to, bytes, NULL);
    }
}

static void submit(void) {
    uint64_t operation = 18;
    data_t target = {.value = 1};
    CALL(10, (uint64_t, uint64_t, unsigned), 1, 18, 4);
    for (int end = BEGIN; end <= END; end++) CALL(35, (int, data_t*, uint64_t*, unsigned), end, &target, &operation, 4);
}

static void map(uint64_t id) {
    data_t target = {.value = id};
    CALL(22, (uint64_t, unsigned, void**, void**, size_t*, unsigned*, const void*), id, 0, NULL, NULL, NULL, NULL, NULL);
    CALL(36, (data_t*, unsigned, void**, void**, size_t*, unsigned*, const void*), &target, 0, NULL, NULL, NULL, NULL, NULL);
}

static void kernel(data_t* task, uint64_t id, int device) {
    target(1, BEGIN, device, task, id);
    data_op(1, -1, device, 80);
    data_op(2, -1, device, 80);
    map(id);
    submit();
    data_op(is_new ? 19 : 3, device, -1, 40);
    data_op(4, device, -1, 0);
    target(1, END, device, task, id);
}

int main(int argc, char** argv) {
    (void)argv;
    is_new = argc > 1;
    if (is_new) refused = 1u << 8 | 1u << 9 | 1u << 10 | 1u << 22;
    begin_runtime("Fake OpenMP 1.0");
    data_t task = {0};
    thread_begin(1);
    CALL(12, (int, const char*, void*, void*, const char*), 0, "fake-gpu", NULL, NULL, NULL);
    CALL(14, (int, const char*, int64_t, void*, size_t, void*, void*, uint64_t), 0, "kernels.so", 0, NULL, 10, NULL, NULL, 1);
    target(2, BEGIN, 0, &task, 1);
    data_op(2, -1, 0, 1000);
    target(2, END, 0, &task, 1);
    kernel(&task, 2, 0);
    kernel(&task, 2, 0);
    kernel(&task, 3, 1);
    target(is_new ? 12 : 4, BEGIN, 0, &task, 4);
    target(is_new ? 12 : 4, END, 0, &task, 4);
    target(3, BEGIN, 0, &task, 5);
    target(3, END, 0, &task, 5);
    end_runtime();
    kernel(&task, 2, 0);
    return 0;
}
