/*
 * Programs compiled by clang with -fxray-instrument: functions have room for a jump at their start and at each of their ends, and the
 * program contains the runtime that writes the jumps. It numbers functions, starting at 1. The runtime is linked into the program, which
 * does not export it, so it is found in the program's symbol table.
 *
 * A function left by an exception has no end event. It ends when the exception is caught, or when another function starts above it. To
 * detect that, each call is identified by the location of its return address: the runtime calls its hook from the function's first
 * instruction through a trampoline, which saves registers on the stack; above these is the address in the function's first instructions to
 * which the trampoline returns, and above that the location.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "functions.h"
#include "hooks.h"
#include "abandoned_frames.h"
#include "objects.h"
#include "log.h"

enum event { BEGINS = 0, ENDS = 1, ENDS_BY_CALL = 2, BEGINS_WITH_ARGUMENT = 3 };

/* Functions of the XRay runtime. */
static int (*set_handler)(void (*)(int32_t, int));
static int (*patch_function)(int32_t);
static uintptr_t (*function_address)(int32_t);
static size_t (*max_function_id)(void);

#define IS_DONE 1

/* By number. */
static const void** functions;
static size_t count;

static void* find(const char* name) {
    void* found = dlsym(RTLD_DEFAULT, name);
    const struct tmfn_object* program = tm_all_objects();
    if (found != NULL || program == NULL || program->file == NULL) return found;
    for (size_t i = 0; i < program->count; i++) {
        if (strcmp(program->strings + program->symbols[i].name, name) == 0) return (void*)(program->base + program->symbols[i].begin);
    }
    return NULL;
}

/* More addresses than the runtime saves, including alignment. */
#define MAX_SAVED 128
#define MAX_ROOM 32

static uintptr_t place_of(const void* function, const uintptr_t* frame) {
    for (size_t i = 0; i < MAX_SAVED; i++) {
        if (frame[i] - (uintptr_t)function - 1 < MAX_ROOM) return (uintptr_t)&frame[i + 1];
    }
    return (uintptr_t)frame;
}

static void at_sled(int32_t number, int event) {
    if (number <= 0 || (size_t)number > count) return;
    struct tm_stack* stack = tm_begin_hook();
    if (stack == NULL) return;
    const void* function = functions[number];
    if (event == BEGINS || event == BEGINS_WITH_ARGUMENT) {
        uintptr_t place = place_of(function, (const uintptr_t*)__builtin_frame_address(0));
        tm_close_abandoned(stack, place);
        tm_function_begins(stack, function, place);
    } else if (event == ENDS || event == ENDS_BY_CALL) {
        tm_function_ends(stack, function);
    }
    tm_end_hook(stack);
}

void tm_patch_sleds(void) {
    *(void**)&set_handler = find("__xray_set_handler");
    *(void**)&patch_function = find("__xray_patch_function");
    *(void**)&function_address = find("__xray_function_address");
    *(void**)&max_function_id = find("__xray_max_function_id");
    if (set_handler == NULL || patch_function == NULL || function_address == NULL || max_function_id == NULL) return;
    count = max_function_id();
    functions = calloc(count + 1, sizeof *functions);
    if (functions == NULL || set_handler(at_sled) != IS_DONE) {
        tm_log("functions that clang prepared (-fxray-instrument) are not measured: %s",
               functions == NULL ? "out of memory" : "the runtime rejected the hook");
        return;
    }
    size_t failed = 0;
    for (size_t number = 1; number <= count; number++) {
        functions[number] = (const void*)function_address((int32_t)number);
        if (functions[number] == NULL || tm_label_of(functions[number]) == NULL) continue;
        if (patch_function((int32_t)number) != IS_DONE) failed++;
    }
    if (failed > 0)
        tm_log("%zu of %zu functions that clang prepared (-fxray-instrument) are not measured: the runtime could not change them", failed,
               count);
}
