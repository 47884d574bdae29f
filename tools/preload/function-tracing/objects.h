/*
 * The ELF files that a process has loaded, the functions in their symbol tables, and the locations of their parts. A stripped file only has
 * exported functions. The contents of a file are not trusted: each offset is checked against its size.
 */
#ifndef TM_OBJECTS_H
#define TM_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_symbol {
    uintptr_t begin, end; /* as in the file: the object's base is to be added; if equal to begin, the end is unknown */
    uint32_t name;        /* from the start of the strings */
};

struct tm_segment {
    uintptr_t begin, end; /* in memory */
    bool is_code;
};

struct tmfn_object {
    struct tmfn_object* next;
    uintptr_t base, begin, end;
    char* path; /* NULL without memory */
    void* file;
    size_t size;
    const char* strings;
    struct tm_symbol* symbols; /* by their start */
    size_t count;
    struct tm_segment* segments;
    size_t segment_count;
    uintptr_t unwinding; /* the table by which exceptions find functions (.eh_frame_hdr); 0 if there is none */
    bool is_stripped;    /* has only exported names */
};

/*
 * Returns the object that contains the address; NULL if there is none. Like the other functions here, to be used by one thread at a time.
 */
extern struct tmfn_object* tm_object_of(uintptr_t address);

/* All objects, the program first. */
extern struct tmfn_object* tm_all_objects(void);

/* One was unloaded: another one may have its addresses now. */
extern void tm_forget_objects(void);

/* Its file name, without folders. */
extern const char* tm_file_name(const struct tmfn_object* object);

#pragma GCC visibility pop

#endif
