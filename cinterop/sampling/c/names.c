#define _GNU_SOURCE
#include "tm_names.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char* (*demangler)(const char*, char*, size_t*, int*);

/* That of the system's C++ runtime, which C++ programs have loaded: the one in Kotlin/Native's own runtime does nothing, to save space. */
static demangler find_demangler(void) {
    static const char* const LIBRARIES[] = {"libstdc++.so.6", "libc++abi.so.1"};
    static demangler found;
    static bool is_looked_for;
    for (size_t i = 0; !is_looked_for && found == NULL && i < sizeof LIBRARIES / sizeof *LIBRARIES; i++) {
        void* library = dlopen(LIBRARIES[i], RTLD_LAZY | RTLD_LOCAL);
        if (library != NULL) found = (demangler)dlsym(library, "__cxa_demangle");
    }
    is_looked_for = true;
    return found;
}

static void copy(const char* from, size_t length, char* into, int size) {
    if (length >= (size_t)size) length = (size_t)size - 1;
    memcpy(into, from, length);
    into[length] = '\0';
}

static bool begins_with(const char* text, const char* start) { return strncmp(text, start, strlen(start)) == 0; }

/* Removes everything after the name from kfun:package.Class#function(parameters){type parameters}result#internal. */
static void readable_kotlin(const char* symbol, char* into, int size) {
    size_t length = strcspn(symbol, "({");
    char name[1024];
    copy(symbol, length, name, sizeof name);
    char* mark = strstr(name, "#internal");
    if (mark != NULL) *mark = '\0';
    mark = strstr(name, "#static");
    if (mark != NULL) *mark = '\0';
    for (char* c = name; *c != '\0'; c++) {
        if (*c == '#') *c = '.';
    }
    const char* first = name;
    while (*first == '.') first++;
    const char* kind = strstr(symbol, "-trampoline");
    snprintf(into, (size_t)size, "%s%s", first, kind == NULL ? "" : kind);
}

/* The start of the parameters of a C++ function, or the end of the text. */
static size_t name_length(const char* text, size_t length) {
    static const char* const AFTER[] = {" const", " volatile", " &&", " &", " noexcept"};
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < sizeof AFTER / sizeof *AFTER; i++) {
            size_t size = strlen(AFTER[i]);
            if (length > size && memcmp(text + length - size, AFTER[i], size) == 0) length -= size, again = true;
        }
    }
    if (length == 0 || text[length - 1] != ')') return length;
    int depth = 0;
    for (size_t at = length; at > 0; at--) {
        if (text[at - 1] == ')') depth++;
        if (text[at - 1] == '(' && --depth == 0) return at - 1;
    }
    return length;
}

/* Skips the result type, which precedes the names of templates. */
static size_t name_start(const char* text, size_t length) {
    int depth = 0;
    size_t start = 0;
    for (size_t at = 0; at < length; at++) {
        char c = text[at];
        if (depth == 0 && begins_with(text + at, "operator")) break;
        if (c == '<' || c == '(' || c == '{' || c == '[') depth++;
        if (c == '>' || c == ')' || c == '}' || c == ']') depth--;
        if (c == ' ' && depth == 0) start = at + 1;
    }
    return start;
}

static void readable_cpp(const char* text, char* into, int size) {
    size_t length = name_length(text, strlen(text));
    if (length == 0) length = strlen(text);
    size_t start = name_start(text, length);
    copy(text + start, length - start, into, size);
}

/* A function of a Fortran module, named __kernels_MOD_solve by GNU's compiler. Returns false if it is not one. */
static bool readable_fortran(const char* symbol, size_t length, char* into, int size) {
    const char* mark = begins_with(symbol, "__") ? strstr(symbol, "_MOD_") : NULL;
    if (mark == NULL || mark >= symbol + length) return false;
    snprintf(into, (size_t)size, "%.*s::%.*s", (int)(mark - symbol - 2), symbol + 2, (int)(symbol + length - mark - 5), mark + 5);
    return true;
}

/* Removes the number of a nested function, because several may have one name. */
static size_t without_number(const char* symbol, size_t length) {
    size_t end = length;
    while (end > 0 && symbol[end - 1] >= '0' && symbol[end - 1] <= '9') end--;
    return end > 1 && end < length && symbol[end - 1] == '.' ? end - 1 : length;
}

/* Removes suffixes: parts and clones of a function that the compiler creates count as that function. */
static size_t without_suffix(const char* symbol) {
    static const char* const SUFFIXES[] = {".constprop.", ".part.", ".isra.", ".cold", ".lto_priv.", ".llvm.", "@"};
    size_t length = strlen(symbol);
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++) {
        const char* found = strstr(symbol + 1, SUFFIXES[i]);
        if (found != NULL && (size_t)(found - symbol) < length) length = (size_t)(found - symbol);
    }
    return without_number(symbol, length);
}

void tm_readable(const char* symbol, char* into, int size) {
    if (*symbol == '\0') {
        *into = '\0';
        return;
    }
    if (begins_with(symbol, "kfun:")) {
        readable_kotlin(symbol + 5, into, size);
        return;
    }
    size_t length = without_suffix(symbol);
    if (readable_fortran(symbol, length, into, size)) return;
    demangler demangle = begins_with(symbol, "_Z") ? find_demangler() : NULL;
    char* plain = demangle == NULL ? NULL : strndup(symbol, length);
    int status = -1;
    char* text = plain == NULL ? NULL : demangle(plain, NULL, NULL, &status);
    if (text != NULL && status == 0) readable_cpp(text, into, size);
    else copy(symbol, length, into, size);
    free(text);
    free(plain);
}
