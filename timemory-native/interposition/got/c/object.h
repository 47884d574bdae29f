/* A loaded object as its dynamic section describes it: its slots, what they are for, and its address range. */
#ifndef TM_OBJECT_H
#define TM_OBJECT_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tmgot_object {
    const char* path; /* empty: the program */
    const char* name; /* its soname; empty if it has none */
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

/* Returns false if the object has no slots: no dynamic section or symbols, like a statically linked program. */
extern bool tm_object_of(const struct dl_phdr_info* info, struct tmgot_object* object);

/* Returns the path of an object, or that of the program's file if it is empty. */
extern const char* tm_path_of(const char* object);

static inline bool tm_is_within(const struct tmgot_object* object, const void* address) {
    return (uintptr_t)address >= object->begin && (uintptr_t)address < object->end;
}

/*
 * What a relocation fills: not a function slot; a slot for calls, which may be bound lazily; a slot that is filled at once and never
 * changes; or a pointer in the data of the program, which the program may change.
 */
enum tm_kind { TM_NO_SLOT, TM_CALLED, TM_FILLED, TM_POINTER };
extern enum tm_kind tm_kind_of(const struct tmgot_object* object, const ElfW(Rela)* relocation);

/*
 * Whether the dynamic linker has relocated the object, which it lists before. Memory that is made read-only at the end (RELRO) shows it;
 * for an object without RELRO it is unknown.
 */
enum tm_state { TM_RELOCATED, TM_RELOCATING, TM_UNKNOWN };
extern enum tm_state tm_state_of(const struct tmgot_object* object);

/* Returns the version of a symbol that the object uses or defines; NULL if it has none. */
extern const char* tm_version_of(const struct tmgot_object* object, size_t symbol);

/* How memory can be written: directly, after making its page writable for a moment, or not at all. */
enum tm_access { TM_WRITABLE, TM_READ_ONLY, TM_FIXED };
extern enum tm_access tm_access_to(const struct tmgot_object* object, const void* slot);

#pragma GCC visibility pop

#endif
