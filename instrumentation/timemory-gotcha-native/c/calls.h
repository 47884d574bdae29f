/* A function that Java asked for, and what its kinds have in common. */
#ifndef CALLS_H
#define CALLS_H

#include <jni.h>
#include <stdbool.h>

#include "got.h"

#pragma GCC visibility push(hidden)

/* What is done at its calls: as NativeFunction.java numbers what is added up, and code in Java. */
enum sum { OF_NOTHING, OF_ARGUMENT, OF_HALF_ARGUMENT, OF_TIME, OF_RESULT, OF_HALF_RESULT, UPCALL };

/* It stays: threads may be inside it. */
struct function {
    char* object; /* a pattern; NULL: of any */
    enum sum sum;
    struct tm_hook* hook;
    char* callers; /* of upcalls: patterns, each with a comma behind it */
    jint number;   /* of upcalls: by which Java knows it */
};

/*
 * Whether a pattern names an object: by its path where it has a slash, else by the file's name or the name that it is linked by. Versions
 * at the end may be left out, as `-l` does.
 */
extern bool tm_names(const char* pattern, const char* path, const char* library);

/* As hooks ask; what is chosen by is the function. */
extern bool tm_function_means(const char* object, const char* library, const void* chosen);

extern void tm_throw_no_memory(JNIEnv* java);

/* A copy of its own; NULL for null, and without memory. */
extern char* tm_text_of(JNIEnv* java, jstring text);

#pragma GCC visibility pop

#endif
