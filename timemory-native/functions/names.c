#define _GNU_SOURCE
#include "names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "objects.h"

/* Of the C++ library, where the program has it. */
extern char* __cxa_demangle(const char* name, char* buffer, size_t* length, int* status) __attribute__((weak));

static const char* symbol_at(const struct tm_object* object, uintptr_t address) {
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

char* tm_as_in_the_source(const char* name) {
    if (__cxa_demangle != NULL && name[0] == '_' && name[1] == 'Z') {
        int status = -1;
        char* readable = __cxa_demangle(name, NULL, NULL, &status);
        if (status == 0 && readable != NULL) return readable;
    }
    return strdup(name);
}

char* tm_name_of(const void* function) {
    uintptr_t address = (uintptr_t)function;
    struct tm_object* object = tm_object_of(address);
    const char* name = object == NULL ? NULL : symbol_at(object, address - object->base);
    if (name != NULL) return tm_as_in_the_source(name);
    char text[256];
    if (object == NULL || object->path == NULL) snprintf(text, sizeof text, "0x%zx", (size_t)address);
    else snprintf(text, sizeof text, "%.200s+0x%zx", tm_file_name(object), (size_t)(address - object->base));
    return strdup(text);
}
