/*
 * Java around calls of native functions, where the user permitted it.
 *
 * A thread may call Java in native code alone, as methods of libraries run in it. The JVM itself calls the C library in any state: in its
 * collector, at safepoints, in handlers of signals. So what it calls is never looked at here, nor what the C library calls on behalf of
 * anybody, nor its launcher. Its libzip.so is left out because it has zlib work on arrays that must not move, while which nobody may call
 * Java (GetPrimitiveArrayCritical), and libjimage.so because the JVM calls that without leaving its own state.
 *
 * While Java runs here, what the thread calls passes all hooks by.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static JavaVM* machine;
static jclass upcalls; /* kept for good */
static jmethodID incoming, outgoing;

static bool is_never(const char* object) {
    static const char* const NEVER[] = {"libjvm", "libjli", "libjimage", "libzip", "libc", "libpthread", "ld-linux*", "java"};
    for (size_t i = 0; i < sizeof NEVER / sizeof *NEVER; i++) {
        if (tm_names(NEVER[i], object, "")) return true;
    }
    return false;
}

static bool takes(const char* object, const void* chosen) {
    const char* list = ((const struct function*)chosen)->callers;
    char pattern[512];
    if (is_never(object)) return false;
    for (const char* end; (end = strchr(list, ',')) != NULL; list = end + 1) {
        size_t length = (size_t)(end - list);
        if (length >= sizeof pattern) continue;
        memcpy(pattern, list, length);
        pattern[length] = '\0';
        if (tm_names(pattern, object, "")) return true;
    }
    return false;
}

/* NULL on a thread of which the JVM does not know, and where an exception waits for the code that called: Java cannot run then. */
static JNIEnv* java_here(void) {
    JNIEnv* java;
    if ((*machine)->GetEnv(machine, (void**)&java, JNI_VERSION_10) != JNI_OK) return NULL;
    return (*java)->ExceptionCheck(java) ? NULL : java;
}

/* Upcalls.java lets no exception out but what keeps it from running, as a stack that is full does. */
static void forget_exception(JNIEnv* java) {
    if ((*java)->ExceptionCheck(java)) (*java)->ExceptionClear(java);
}

static void* before(struct tmgot_frame* frame, void* data) {
    const struct function* function = data;
    int error = errno;
    JNIEnv* java = java_here();
    if (java == NULL) return NULL;
    const uint64_t* in = frame->integer;
    (*java)->CallStaticVoidMethod(java, upcalls, incoming, function->number, (jlong)in[0], (jlong)in[1], (jlong)in[2], (jlong)in[3],
                                  (jlong)in[4], (jlong)in[5]);
    forget_exception(java);
    errno = error;
    return data;
}

static void after(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* data) {
    const struct function* function = data;
    int error = errno;
    (void)call;
    JNIEnv* java = outcome == TM_RETURNED ? java_here() : NULL;
    if (java != NULL) {
        (*java)->CallStaticVoidMethod(java, upcalls, outgoing, function->number, (jlong)frame->result[0]);
        forget_exception(java);
    }
    errno = error;
}

/* Called with a lock of Java's; false where an exception is thrown. */
static bool find_java(JNIEnv* java, jclass type) {
    if (upcalls != NULL) return true;
    incoming = (*java)->GetStaticMethodID(java, type, "incoming", "(IJJJJJJ)V");
    outgoing = incoming == NULL ? NULL : (*java)->GetStaticMethodID(java, type, "outgoing", "(IJ)V");
    if (outgoing == NULL || (*java)->GetJavaVM(java, &machine) != JNI_OK) return false;
    upcalls = (*java)->NewGlobalRef(java, type);
    return upcalls != NULL;
}

JNIEXPORT jlong JNICALL Java_timemory_nativecalls_Upcalls_hook(JNIEnv* java, jclass type, jstring name, jstring object, jstring callers,
                                                               jint number) {
    bool is_found = find_java(java, type);
    struct function* function = is_found ? calloc(1, sizeof *function) : NULL;
    char* function_name = tm_text_of(java, name);
    if (function != NULL) {
        *function =
            (struct function){.object = tm_text_of(java, object), .sum = UPCALL, .callers = tm_text_of(java, callers), .number = number};
    }
    bool is_whole = function_name != NULL && function != NULL && function->callers != NULL && (function->object != NULL || object == NULL);
    if (is_whole) {
        struct tm_hook_of of = {.function = function_name,
                                .before = before,
                                .after = after,
                                .data = function,
                                .stack_bytes = 128,
                                .takes = takes,
                                .chosen = function,
                                .means = function->object == NULL ? NULL : tm_function_means};
        function->hook = tm_got_hook(&of);
    }
    free(function_name);
    if (function == NULL || function->hook == NULL) {
        if (!(*java)->ExceptionCheck(java)) tm_throw_no_memory(java);
        return 0;
    }
    tm_got_switch(function->hook, true);
    tm_got_apply();
    return (jlong)(intptr_t)function;
}

JNIEXPORT void JNICALL Java_timemory_nativecalls_Upcalls_unhook(JNIEnv* java, jclass type, jlong function) {
    (void)java, (void)type;
    struct tm_hook* hook = ((struct function*)(intptr_t)function)->hook;
    tm_got_unhook(&hook, 1);
}
