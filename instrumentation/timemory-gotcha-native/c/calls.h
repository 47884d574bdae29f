/* A function that Java requested, and the common code of its kinds. */
#ifndef CALLS_H
#define CALLS_H

#include <jni.h>
#include <stdbool.h>

#include "got.h"

#pragma GCC visibility push(hidden)

/* What is summed over the calls, numbered as in NativeFunction.java. UPCALL: each call runs Java code instead. */
enum sum { OF_NOTHING, OF_ARGUMENT, OF_HALF_ARGUMENT, OF_TIME, OF_RESULT, OF_HALF_RESULT, UPCALL };

/* It is never freed: threads may be inside it. */
struct function {
    char* object; /* a pattern; NULL: for any */
    enum sum sum;
    struct tm_hook* hook;
    char* callers; /* for upcalls: patterns, each followed by a comma */
    jint number;   /* for upcalls: identifies it in Java */
};

/*
 * Whether a pattern names an object: by its path if it contains a slash, else by the file name or the name that it is linked by. Versions
 * at the end may be omitted, as with `-l`.
 */
extern bool tm_names(const char* pattern, const char* path, const char* library);

/* Called by hooks; `chosen` is the function. */
extern bool tm_function_means(const char* object, const char* library, const void* chosen);

extern void tm_throw_no_memory(JNIEnv* java);

/* Returns a copy; NULL for null, and without memory. */
extern char* tm_text_of(JNIEnv* java, jstring text);

#pragma GCC visibility pop

#endif
