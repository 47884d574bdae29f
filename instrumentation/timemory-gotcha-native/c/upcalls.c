/*
 * Java code around calls of native functions, if the user permitted it.
 *
 * A thread may call Java only from native code, in which methods of libraries run. The JVM itself calls the C library in any state: in its
 * garbage collector, at safepoints, in signal handlers. So calls made by the JVM, by the C library on behalf of others, and by the JVM's
 * launcher are ignored here. Its libzip.so is excluded because it makes zlib work on arrays that must not move, during which Java must not
 * be called (GetPrimitiveArrayCritical), and libjimage.so because the JVM calls it without leaving its own state.
 *
 * While Java code runs here, calls of the thread bypass all hooks.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static JavaVM* machine;
static jclass upcalls; /* never released */
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

/* NULL on a thread that the JVM does not know, and if an exception is pending for the calling code: Java cannot run then. */
static JNIEnv* java_here(void) {
    JNIEnv* java;
    if ((*machine)->GetEnv(machine, (void**)&java, JNI_VERSION_10) != JNI_OK) return NULL;
    return (*java)->ExceptionCheck(java) ? NULL : java;
}

/* Upcalls.java only lets exceptions out that keep it from running, such as a stack overflow. */
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

/* Called with a Java lock held; returns false if an exception is thrown. */
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
