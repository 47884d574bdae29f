#define _GNU_SOURCE
#include "symbol_names.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "objects.h"

typedef char* demangler(const char* name, char* buffer, size_t* length, int* status);

/* That of the C++ library, if the program has it. */
extern char* __cxa_demangle(const char* name, char* buffer, size_t* length, int* status) __attribute__((weak));

/* Rust programs, and those that link it statically, also have names in C++ form: then it is searched for on the machine. */
static demangler* find_demangler(void) {
    static demangler* found;
    static bool is_looked_for;
    if (is_looked_for) return found;
    is_looked_for = true;
    found = __cxa_demangle;
    void* library = found == NULL ? dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL) : NULL;
    if (library != NULL) found = (demangler*)dlsym(library, "__cxa_demangle");
    return found;
}

/* Rust names end in "::h" and 16 digits, which change with each compiler version. */
static void cut_hash(char* name) {
    size_t length = strlen(name);
    if (length > 19 && strncmp(name + length - 19, "::h", 3) == 0 && strspn(name + length - 16, "0123456789abcdef") == 16) {
        name[length - 19] = '\0';
    }
}

static const char* symbol_at(const struct tmfn_object* object, uintptr_t address) {
    size_t low = 0, high = object->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (object->symbols[middle].begin <= address) low = middle + 1;
        else high = middle;
    }
    if (low == 0) return NULL;
    const struct tm_symbol* symbol = &object->symbols[low - 1];
    bool has_it = address < symbol->end || address == symbol->begin;
    return has_it ? object->strings + symbol->name : NULL;
}

char* tm_demangle(const char* name) {
    demangler* demangle = name[0] == '_' && name[1] == 'Z' ? find_demangler() : NULL;
    if (demangle != NULL) {
        int status = -1;
        char* readable = demangle(name, NULL, NULL, &status);
        if (status == 0 && readable != NULL) {
            cut_hash(readable);
            return readable;
        }
    }
    return strdup(name);
}

char* tmfn_name_of(const void* function) {
    uintptr_t address = (uintptr_t)function;
    struct tmfn_object* object = tm_object_of(address);
    const char* name = object == NULL ? NULL : symbol_at(object, address - object->base);
    if (name != NULL) return tm_demangle(name);
    char text[256];
    if (object == NULL || object->path == NULL) snprintf(text, sizeof text, "0x%zx", (size_t)address);
    else snprintf(text, sizeof text, "%.200s+0x%zx", tm_file_name(object), (size_t)(address - object->base));
    return strdup(text);
}
