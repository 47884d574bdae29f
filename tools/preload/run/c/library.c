#include "library.h"

static uintptr_t begin, end;

void tm_set_library(const struct tmfn_object* library) {
    if (library == NULL) return;
    begin = library->begin;
    end = library->end;
}

bool tm_is_known_library(void) { return end != 0; }

bool tm_is_of_library(const void* address) { return (uintptr_t)address >= begin && (uintptr_t)address < end; }
