#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static bool is_named(const char* pattern, const char* name) {
    size_t length = strlen(pattern);
    if (fnmatch(pattern, name, 0) == 0) return true;
    return strncmp(pattern, name, length) == 0 && (name[length] == '.' || strncmp(name + length, ".so", 3) == 0);
}

bool tm_names(const char* pattern, const char* path, const char* library) {
    const char* file = strrchr(path, '/');
    if (strchr(pattern, '/') != NULL) return is_named(pattern, path);
    return is_named(pattern, file == NULL ? path : file + 1) || is_named(pattern, library);
}

bool tm_function_means(const char* object, const char* library, const void* chosen) {
    return tm_names(((const struct function*)chosen)->object, object, library);
}

void tm_throw_no_memory(JNIEnv* java) {
    jclass error = (*java)->FindClass(java, "java/lang/OutOfMemoryError");
    if (error != NULL) (*java)->ThrowNew(java, error, "for hooks of native functions");
}

char* tm_text_of(JNIEnv* java, jstring text) {
    if (text == NULL) return NULL;
    const char* chars = (*java)->GetStringUTFChars(java, text, NULL);
    if (chars == NULL) return NULL;
    char* copy = strdup(chars);
    (*java)->ReleaseStringUTFChars(java, text, chars);
    return copy;
}
