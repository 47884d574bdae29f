#define _GNU_SOURCE
#include "names.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the C++ library, where the program has it. */
extern char* __cxa_demangle(const char* name, char* buffer, size_t* length, int* status) __attribute__((weak));

struct symbol {
    uintptr_t begin, end; /* in the object, as its file counts */
    uint32_t name;        /* from the begin of the strings */
};

/* An object that is loaded, with the functions of its file. What a file says is not trusted: each offset is held against its size. */
struct object {
    struct object* next;
    uintptr_t base, begin, end;
    char* path;
    void* file;
    size_t size;
    const char* strings;
    size_t strings_size;
    struct symbol* symbols; /* by where they begin */
    size_t count;
};

static struct object* objects;

static bool is_inside(const struct object* object, uint64_t offset, uint64_t size) {
    return offset <= object->size && size <= object->size - offset;
}

static int by_begin(const void* one, const void* other) {
    const struct symbol *a = one, *b = other;
    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static void take_symbols(struct object* object, const Elf64_Shdr* table, const Elf64_Shdr* strings) {
    if (table->sh_entsize != sizeof(Elf64_Sym) || !is_inside(object, table->sh_offset, table->sh_size)) return;
    if (!is_inside(object, strings->sh_offset, strings->sh_size) || strings->sh_size == 0) return;
    const char* text = (const char*)object->file + strings->sh_offset;
    if (text[strings->sh_size - 1] != '\0') return;
    size_t count = table->sh_size / sizeof(Elf64_Sym);
    struct symbol* all = malloc((count + 1) * sizeof *all);
    if (all == NULL) return;
    const Elf64_Sym* symbol = (const void*)((const char*)object->file + table->sh_offset);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_function = ELF64_ST_TYPE(symbol[i].st_info) == STT_FUNC && symbol[i].st_shndx != SHN_UNDEF;
        if (!is_function || symbol[i].st_name >= strings->sh_size || text[symbol[i].st_name] == '\0') continue;
        uintptr_t begin = symbol[i].st_value;
        all[kept++] = (struct symbol){begin, begin + (symbol[i].st_size > 0 ? symbol[i].st_size : 1), symbol[i].st_name};
    }
    qsort(all, kept, sizeof *all, by_begin);
    object->symbols = all;
    object->count = kept;
    object->strings = text;
    object->strings_size = strings->sh_size;
}

/* The whole table where there is one; a file that was stripped has only what others see. */
static void read_symbols(struct object* object) {
    const Elf64_Ehdr* header = object->file;
    if (object->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr)) return;
    if (header->e_shoff % _Alignof(Elf64_Shdr) != 0) return;
    if (!is_inside(object, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr))) return;
    const Elf64_Shdr* section = (const void*)((const char*)object->file + header->e_shoff);
    for (uint32_t kind = SHT_SYMTAB; object->symbols == NULL; kind = SHT_DYNSYM) {
        for (size_t i = 0; i < header->e_shnum; i++) {
            bool is_aligned = section[i].sh_offset % _Alignof(Elf64_Sym) == 0;
            if (section[i].sh_type != kind || section[i].sh_link >= header->e_shnum || !is_aligned) continue;
            take_symbols(object, &section[i], &section[section[i].sh_link]);
            break;
        }
        if (kind == SHT_DYNSYM) break;
    }
}

static void map_file(struct object* object) {
    int file = open(object->path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat found;
    if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0) {
        void* mapped = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (mapped != MAP_FAILED) {
            object->file = mapped;
            object->size = (size_t)found.st_size;
            read_symbols(object);
        }
    }
    close(file);
}

struct wanted {
    uintptr_t address;
    struct object* found;
};

static int look_at(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct wanted* wanted = data;
    uintptr_t begin = UINTPTR_MAX, end = 0;
    bool has_it = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD) continue;
        uintptr_t from = info->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;
        if (from < begin) begin = from;
        if (to > end) end = to;
        has_it |= wanted->address >= from && wanted->address < to;
    }
    if (!has_it) return 0;
    struct object* object = calloc(1, sizeof *object);
    if (object == NULL) return 1;
    object->base = info->dlpi_addr;
    object->begin = begin;
    object->end = end;
    object->path = strdup(info->dlpi_name == NULL || *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name);
    if (object->path != NULL) map_file(object);
    object->next = objects;
    objects = wanted->found = object;
    return 1;
}

static struct object* object_of(uintptr_t address) {
    for (struct object* object = objects; object != NULL; object = object->next) {
        if (address >= object->begin && address < object->end) return object;
    }
    struct wanted wanted = {address, NULL};
    dl_iterate_phdr(look_at, &wanted);
    return wanted.found;
}

static const char* symbol_at(const struct object* object, uintptr_t address) {
    size_t low = 0, high = object->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (object->symbols[middle].begin <= address) low = middle + 1;
        else high = middle;
    }
    if (low == 0 || address >= object->symbols[low - 1].end) return NULL;
    return object->strings + object->symbols[low - 1].name;
}

static char* as_in_the_source(const char* name) {
    if (__cxa_demangle != NULL && name[0] == '_' && name[1] == 'Z') {
        int status = -1;
        char* readable = __cxa_demangle(name, NULL, NULL, &status);
        if (status == 0 && readable != NULL) return readable;
    }
    return strdup(name);
}

char* tm_name_of(const void* function) {
    uintptr_t address = (uintptr_t)function;
    struct object* object = object_of(address);
    const char* name = object == NULL ? NULL : symbol_at(object, address - object->base);
    if (name != NULL) return as_in_the_source(name);
    char text[256];
    if (object == NULL || object->path == NULL) {
        snprintf(text, sizeof text, "0x%zx", (size_t)address);
    } else {
        const char* slash = strrchr(object->path, '/');
        snprintf(text, sizeof text, "%.200s+0x%zx", slash == NULL ? object->path : slash + 1, (size_t)(address - object->base));
    }
    return strdup(text);
}

void tm_forget_objects(void) {
    while (objects != NULL) {
        struct object* object = objects;
        objects = object->next;
        if (object->file != NULL) munmap(object->file, object->size);
        free(object->symbols);
        free(object->path);
        free(object);
    }
}
