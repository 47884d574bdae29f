#define _GNU_SOURCE
#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "symbol_names.h"

static const char* name_of(const struct tmfn_object* object, size_t symbol) { return object->strings + object->symbols[symbol].name; }

/* Removes the suffix of a function's cold code: "solve.cold", "solve.cold.3", "solve.constprop.0.cold". */
static size_t length_without_cold(const char* name) {
    const char* cold = strstr(name, ".cold");
    return cold != NULL && (cold[5] == '\0' || cold[5] == '.') ? (size_t)(cold - name) : 0;
}

/* Functions that start and end a program, and are called in special ways. */
static bool is_of_start(const char* name) {
    static const char* const names[] = {"_start",
                                        "_init",
                                        "_fini",
                                        "__libc_csu_init",
                                        "__libc_csu_fini",
                                        "deregister_tm_clones",
                                        "register_tm_clones",
                                        "__do_global_dtors_aux",
                                        "frame_dummy",
                                        "_dl_relocate_static_pie",
                                        NULL};
    for (const char* const* known = names; *known != NULL; known++) {
        if (strcmp(*known, name) == 0) return true;
    }
    return false;
}

/* Functions by which others, including this library, request memory from a program with its own allocator. */
static bool is_allocator(const char* name) {
    static const char* const names[] = {"malloc",   "calloc",        "realloc", "reallocarray", "free",           "cfree",
                                        "memalign", "aligned_alloc", "valloc",  "pvalloc",      "posix_memalign", "malloc_usable_size",
                                        NULL};
    for (const char* const* known = names; *known != NULL; known++) {
        if (strcmp(*known, name) == 0) return true;
    }
    return false;
}

/* Chooses among several names of one function: the one that looks least like a library-internal name, then the shortest. */
static bool is_better(const char* name, const char* than) {
    size_t one = strspn(name, "_"), other = strspn(than, "_");
    if (name[0] == '_' && name[1] == 'Z') one = 0;
    if (than[0] == '_' && than[1] == 'Z') other = 0;
    return one != other ? one < other : strlen(name) < strlen(than);
}

/* The start of the next function, or the end of the padding. */
static uintptr_t end_of_padding(const struct tmfn_object* object, size_t following, uintptr_t end) {
    uintptr_t aligned = (end + 15) & ~(uintptr_t)15;
    if (following >= object->count) return aligned;
    uintptr_t next = object->base + object->symbols[following].begin;
    return next < end ? end : next < aligned ? next : aligned;
}

static const char* problem_of(const struct tmfn_object* object, const struct tm_entry* entry, const struct tm_entry* before,
                              size_t following, const char* raw) {
    if (is_of_start(raw)) return "starts or ends the program";
    if (entry->parts[0].end == entry->parts[0].begin) return "has no size in the symbol table";
    bool is_in_code = false;
    for (size_t i = 0; i < object->segment_count; i++) {
        const struct tm_segment* segment = &object->segments[i];
        if (segment->is_code && entry->parts[0].begin >= segment->begin && entry->parts[0].end <= segment->end) is_in_code = true;
    }
    if (!is_in_code) return "is not in the object's code";
    bool overlaps = following < object->count && object->base + object->symbols[following].begin < entry->parts[0].end;
    if (before != NULL && before->parts[0].end > entry->parts[0].begin) overlaps = true;
    return overlaps ? "overlaps another" : NULL;
}

struct cold {
    const char* name;
    size_t length;
    struct tm_part part;
};

static int by_name(const void* one, const void* other) {
    const struct cold *a = one, *b = other;
    int order = strncmp(a->name, b->name, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : a->length < b->length ? -1 : a->length > b->length;
}

/*
 * Static functions of several files may have the same name: then each gets the parts of all, and does not jump to those of the others. If
 * there are more than fit, the function is left unchanged.
 */
static void add_parts(struct tm_entry* entry, const char* raw, const struct cold* cold, size_t count) {
    struct cold wanted = {raw, strlen(raw), {0}};
    const struct cold* found = bsearch(&wanted, cold, count, sizeof *cold, by_name);
    if (found == NULL) return;
    while (found > cold && by_name(found - 1, &wanted) == 0) found--;
    for (; found < cold + count && by_name(found, &wanted) == 0; found++) {
        if (entry->part_count == TM_PARTS) {
            entry->reason = "has too many parts";
            entry->is_forbidden = true;
            return;
        }
        entry->parts[entry->part_count++] = found->part;
    }
}

bool tm_list_functions(struct tm_catalogue* catalogue, const struct tmfn_object* object) {
    *catalogue = (struct tm_catalogue){.object = object, .entries = calloc(object->count + 1, sizeof *catalogue->entries)};
    struct cold* cold = calloc(object->count + 1, sizeof *cold);
    const char** raw = calloc(object->count + 1, sizeof *raw);
    size_t colds = 0;
    for (size_t i = 0; catalogue->entries != NULL && cold != NULL && raw != NULL && i < object->count;) {
        uintptr_t begin = object->symbols[i].begin;
        const char* name = name_of(object, i);
        uintptr_t end = object->symbols[i].end;
        bool allocates = is_allocator(name);
        for (i++; i < object->count && object->symbols[i].begin == begin; i++) {
            if (is_better(name_of(object, i), name)) name = name_of(object, i);
            allocates |= is_allocator(name_of(object, i));
            end = object->symbols[i].end;
        }
        struct tm_part part = {object->base + begin, object->base + end, end_of_padding(object, i, object->base + end)};
        size_t length = length_without_cold(name);
        if (length > 0) {
            cold[colds++] = (struct cold){name, length, part};
            continue;
        }
        struct tm_entry* entry = &catalogue->entries[catalogue->count];
        raw[catalogue->count] = name;
        *entry =
            (struct tm_entry){.name = tm_demangle(name), .parts = {part}, .part_count = 1, .bytes = end - begin, .allocates = allocates};
        entry->reason = problem_of(object, entry, catalogue->count > 0 ? entry - 1 : NULL, i, name);
        entry->is_forbidden = entry->reason != NULL;
        if (entry->name != NULL) catalogue->count++;
    }
    bool is_complete = catalogue->entries != NULL && cold != NULL && raw != NULL;
    if (is_complete) {
        qsort(cold, colds, sizeof *cold, by_name);
        for (size_t i = 0; i < catalogue->count; i++) add_parts(&catalogue->entries[i], raw[i], cold, colds);
    }
    free(cold);
    free(raw);
    return is_complete;
}

void tm_forget_functions(struct tm_catalogue* catalogue) {
    for (size_t i = 0; i < catalogue->count; i++) free(catalogue->entries[i].name);
    free(catalogue->entries);
    catalogue->entries = NULL;
    catalogue->count = 0;
}
