/*
 * Native methods of Rewriter.java, using the call rewriter in timemory-native/interposition/got.
 *
 * Nothing here calls Java: counted functions are called in states of the JVM in which Java cannot run, by its garbage collector or in a
 * signal handler. Threads count in their own memory, which Java reads in place.
 *
 * A requested function stays hooked: threads may be inside it at any time.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../../cinterop/linux/loaded_objects.h"
#include "calls.h"
#include "laps.h"
#include "object.h"

/* ---- Around calls -------------------------------------------------------------------------------------------------------------------- */

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The returned value represents the call, and must not be NULL. */
static void* begin(struct tmgot_frame* frame, void* data) {
    const struct function* function = data;
    (void)frame;
    return function->sum == OF_TIME ? (void*)(uintptr_t)now() : data;
}

/* Negative results are errors, as in functions of the C library. */
static int64_t amount(const struct function* function, const struct tmgot_frame* frame, uint64_t call) {
    if (function->sum == OF_TIME) return (int64_t)(now() - call);
    if (frame == NULL) return 0;
    int64_t result = function->sum == OF_HALF_RESULT ? (int32_t)frame->result[0] : (int64_t)frame->result[0];
    return result < 0 ? 0 : result;
}

static void end(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* data) {
    const struct function* function = data;
    (void)outcome;
    int64_t more = amount(function, frame, (uint64_t)(uintptr_t)call);
    struct tm_counted* cells = tm_got_cells();
    if (cells == NULL) return;
    struct tm_counted* cell = &cells[tm_got_cell_of(function->hook)];
    cell->calls++;
    cell->sum += more;
}

/* ---- Called from Java ---------------------------------------------------------------------------------------------------------------- */

static struct function* new_function(const char* name, char* object, enum sum sum, int argument) {
    struct function* function = calloc(1, sizeof *function);
    if (function == NULL) return NULL;
    *function = (struct function){.object = object, .sum = sum};
    bool is_around = sum >= OF_TIME;
    struct tm_hook_of of = {.function = name,
                            /* Innermost of all hooks around it: it measures the function itself. */
                            .priority = INT32_MIN,
                            .before = is_around ? begin : NULL,
                            .after = is_around ? end : NULL,
                            .data = function,
                            .stack_bytes = is_around ? 128 : 0,
                            .argument = argument,
                            .is_half = sum == OF_HALF_ARGUMENT,
                            .means = object == NULL ? NULL : tm_function_means,
                            .chosen = object == NULL ? NULL : function};
    function->hook = tm_got_hook(&of);
    if (function->hook == NULL) {
        free(function);
        return NULL;
    }
    return function;
}

JNIEXPORT jlong JNICALL Java_timemory_nativecalls_Rewriter_hook(JNIEnv* java, jclass type, jstring name, jstring object, jint sum,
                                                                jint argument) {
    (void)type;
    char *function_name = tm_text_of(java, name), *object_name = tm_text_of(java, object);
    bool is_whole = function_name != NULL && (object_name != NULL || object == NULL);
    struct function* function = is_whole ? new_function(function_name, object_name, (enum sum)sum, argument) : NULL;
    free(function_name);
    if (function == NULL) {
        free(object_name);
        if (!(*java)->ExceptionCheck(java)) tm_throw_no_memory(java);
        return 0;
    }
    tm_got_switch(function->hook, true);
    tm_got_apply();
    return (jlong)(intptr_t)function;
}

static struct tm_hook* hook_of(jlong function) { return ((struct function*)(intptr_t)function)->hook; }

JNIEXPORT jlong JNICALL Java_timemory_nativecalls_Rewriter_slots(JNIEnv* java, jclass type, jlong function) {
    (void)java, (void)type;
    return (jlong)tm_got_slots(hook_of(function)).held;
}

JNIEXPORT jint JNICALL Java_timemory_nativecalls_Rewriter_cell(JNIEnv* java, jclass type, jlong function) {
    (void)java, (void)type;
    return (jint)(tm_got_cell_of(hook_of(function)) * sizeof(struct tm_counted));
}

JNIEXPORT jobject JNICALL Java_timemory_nativecalls_Rewriter_cells(JNIEnv* java, jclass type) {
    (void)type;
    struct tm_counted* cells = tm_got_cells();
    if (cells == NULL) {
        tm_throw_no_memory(java);
        return NULL;
    }
    return (*java)->NewDirectByteBuffer(java, cells, TM_CELLS * sizeof *cells);
}

/* As bytes, because file names need not be valid text for JNI. */
static jbyteArray bytes_of(JNIEnv* java, const char* text, size_t length) {
    jbyteArray bytes = (*java)->NewByteArray(java, (jsize)length);
    if (bytes != NULL) (*java)->SetByteArrayRegion(java, bytes, 0, (jsize)length, (const jbyte*)text);
    return bytes;
}

JNIEXPORT jbyteArray JNICALL Java_timemory_nativecalls_Rewriter_whyNone(JNIEnv* java, jclass type, jlong function) {
    (void)type;
    char* why = tm_got_why_none(hook_of(function));
    if (why == NULL) {
        tm_throw_no_memory(java);
        return NULL;
    }
    jbyteArray bytes = bytes_of(java, why, strlen(why));
    free(why);
    return bytes;
}

static int write_names(struct dl_phdr_info* info, size_t size, void* names) {
    (void)size;
    struct tmgot_object object;
    if (!tm_object_of(info, &object)) return 0;
    for (int table = 0; table < 2; table++) {
        const ElfW(Rela)* relocation = object.relocations[table].first;
        for (size_t i = 0; i < object.relocations[table].count; i++, relocation++) {
            size_t index = ELF64_R_SYM(relocation->r_info);
            if (index == 0 || tm_kind_of(&object, relocation) == TM_NO_SLOT) continue;
            fprintf(names, "%s\n", object.strings + object.symbols[index].st_name);
        }
    }
    return 0;
}

/* Functions that objects call through slots, one per line, some more than once. */
JNIEXPORT jbyteArray JNICALL Java_timemory_nativecalls_Rewriter_called(JNIEnv* java, jclass type) {
    (void)type;
    char* text = NULL;
    size_t length = 0;
    FILE* names = open_memstream(&text, &length);
    bool is_whole = names != NULL;
    if (is_whole) {
        timemory_for_each_object(write_names, names);
        is_whole = fclose(names) == 0;
    }
    jbyteArray bytes = NULL;
    if (is_whole) bytes = bytes_of(java, text, length);
    else tm_throw_no_memory(java);
    free(text);
    return bytes;
}

JNIEXPORT jlong JNICALL Java_timemory_nativecalls_Rewriter_allocationFunctions(JNIEnv* java, jclass type) {
    (void)java, (void)type;
    return (jlong)(intptr_t)tm_memory_functions;
}
