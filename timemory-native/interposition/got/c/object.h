/* A loaded object as its dynamic section describes it: its slots, what they are for, and where it lies. */
#ifndef TM_OBJECT_H
#define TM_OBJECT_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tmgot_object {
    const char* path; /* empty: the program */
    const char* name; /* what others link it by; empty where it has none */
    uintptr_t base, begin, end;
    const ElfW(Dyn)* dynamic;
    const ElfW(Phdr)* headers;
    int header_count;
    const ElfW(Sym)* symbols;
    const char* strings;
    const ElfW(Half)* versions;
    const ElfW(Verneed)* needed;
    size_t needed_count;
    const ElfW(Verdef)* defined;
    size_t defined_count;
    struct {
        const ElfW(Rela)* first;
        size_t count;
    } relocations[2];
};

/* False for what has no slots: no dynamic section or symbols, as a program that is linked statically has none. */
extern bool tm_object_of(const struct dl_phdr_info* info, struct tmgot_object* object);

static inline bool tm_is_within(const struct tmgot_object* object, const void* address) {
    return (uintptr_t)address >= object->begin && (uintptr_t)address < object->end;
}

/*
 * What a relocation fills: no slot of a function; one that calls go through, which the dynamic linker may leave to the first call; one that
 * it fills at once, and that nobody writes to; or a pointer in the data of the program, which may change it.
 */
enum tm_kind { TM_NO_SLOT, TM_CALLED, TM_FILLED, TM_POINTER };
extern enum tm_kind tm_kind_of(const struct tmgot_object* object, const ElfW(Rela)* relocation);

/*
 * Whether the dynamic linker has relocated it: objects are listed before. What it makes read-only at the end is read-only then; an object
 * without such memory says nothing.
 */
enum tm_state { TM_RELOCATED, TM_RELOCATING, TM_UNKNOWN };
extern enum tm_state tm_state_of(const struct tmgot_object* object);

/* The version of a symbol that the object uses or defines; NULL without one. */
extern const char* tm_version_of(const struct tmgot_object* object, size_t symbol);

/* How memory is to be written to: as it is, after making its page writable for the time, or not at all. */
enum tm_access { TM_WRITABLE, TM_READ_ONLY, TM_FIXED };
extern enum tm_access tm_access_to(const struct tmgot_object* object, const void* slot);

#pragma GCC visibility pop

#endif
