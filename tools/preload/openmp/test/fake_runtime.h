/* A fake OpenMP runtime for tests: it looks for a tool as a runtime does, and calls the callbacks that the tool registered. */
#ifndef FAKE_RUNTIME_H
#define FAKE_RUNTIME_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef union {
    uint64_t value;
    void* ptr;
} data_t;

typedef void (*callback_t)(void);

typedef struct {
    int (*initialize)(callback_t (*lookup)(const char*), int device, data_t* tool);
    void (*finalize)(data_t* tool);
    data_t tool;
} tool_t;

static callback_t callbacks[64];
static uint64_t refused; /* bits of events that this runtime does not have */
static tool_t* tool;

static int set_callback(int event, callback_t callback) {
    if (refused >> event & 1) return 1;
    callbacks[event] = callback;
    return 5;
}

static callback_t lookup(const char* name) { return strcmp(name, "ompt_set_callback") == 0 ? (callback_t)set_callback : NULL; }

/* Calls event `number` with arguments of the types that the function pointer has. */
#define CALL(number, types, ...)                                                        \
    do {                                                                                \
        if (callbacks[number] != NULL) ((void(*) types)callbacks[number])(__VA_ARGS__); \
    } while (0)

static void begin_runtime(const char* name) {
    tool_t* (*start)(unsigned, const char*) = (tool_t * (*)(unsigned, const char*)) dlsym(RTLD_DEFAULT, "ompt_start_tool");
    tool = start == NULL ? NULL : start(201811, name);
    if (tool == NULL || tool->initialize(lookup, -1, &tool->tool) == 0) puts("no tool");
}

static void end_runtime(void) {
    if (tool != NULL) tool->finalize(&tool->tool);
}

enum { BEGIN = 1, END = 2 };

static inline void thread_begin(int kind) {
    data_t data = {0};
    CALL(1, (int, data_t*), kind, &data);
}

static inline void parallel_begin(data_t* parallel, unsigned threads, const void* code) {
    data_t task = {0};
    CALL(3, (data_t*, const void*, data_t*, unsigned, int, const void*), &task, NULL, parallel, threads, 1, code);
}

static inline void parallel_end(data_t* parallel, const void* code) {
    data_t task = {0};
    CALL(4, (data_t*, data_t*, int, const void*), parallel, &task, 1, code);
}

static inline void implicit_task(int end, data_t* parallel, data_t* task, unsigned threads, unsigned index) {
    CALL(7, (int, data_t*, data_t*, unsigned, unsigned, int), end, parallel, task, threads, index, 2);
}

static inline void sync_region(int kind, int end, data_t* parallel, data_t* task, const void* code) {
    CALL(23, (int, int, data_t*, data_t*, const void*), kind, end, parallel, task, code);
}

#endif
