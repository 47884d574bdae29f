#define _GNU_SOURCE
#include "objects.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../cinterop/linux/loaded_objects.h"

static struct tmfn_object* objects;

static bool is_inside(const struct tmfn_object* object, uint64_t offset, uint64_t size) {
    return offset <= object->size && size <= object->size - offset;
}

/* Of several at one address, the longest is last. */
static int by_begin(const void* one, const void* other) {
    const struct tm_symbol *a = one, *b = other;
    if (a->begin != b->begin) return a->begin < b->begin ? -1 : 1;
    if (a->end != b->end) return a->end < b->end ? -1 : 1;
    return a->name < b->name ? -1 : a->name > b->name;
}

static void take_symbols(struct tmfn_object* object, const Elf64_Shdr* table, const Elf64_Shdr* strings) {
    if (table->sh_entsize != sizeof(Elf64_Sym) || !is_inside(object, table->sh_offset, table->sh_size)) return;
    if (!is_inside(object, strings->sh_offset, strings->sh_size) || strings->sh_size == 0) return;
    const char* text = (const char*)object->file + strings->sh_offset;
    if (text[strings->sh_size - 1] != '\0') return;
    size_t count = table->sh_size / sizeof(Elf64_Sym);
    struct tm_symbol* all = malloc((count + 1) * sizeof *all);
    if (all == NULL) return;
    const Elf64_Sym* symbol = (const void*)((const char*)object->file + table->sh_offset);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_function = ELF64_ST_TYPE(symbol[i].st_info) == STT_FUNC && symbol[i].st_shndx != SHN_UNDEF;
        if (!is_function || symbol[i].st_name >= strings->sh_size || text[symbol[i].st_name] == '\0') continue;
        uintptr_t begin = symbol[i].st_value;
        if (symbol[i].st_size > UINTPTR_MAX - begin) continue;
        all[kept++] = (struct tm_symbol){begin, begin + symbol[i].st_size, symbol[i].st_name};
    }
    qsort(all, kept, sizeof *all, by_begin);
    object->symbols = all;
    object->count = kept;
    object->strings = text;
    object->is_stripped = table->sh_type == SHT_DYNSYM;
}

/* The whole table if there is one; a stripped file only has exported symbols. */
static void read_symbols(struct tmfn_object* object) {
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

static void map_file(struct tmfn_object* object) {
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

static void take_segments(struct tmfn_object* object, const struct dl_phdr_info* info) {
    object->segments = calloc(info->dlpi_phnum + 1u, sizeof *object->segments);
    if (object->segments == NULL) return;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* part = &info->dlpi_phdr[i];
        if (part->p_type == PT_GNU_EH_FRAME) object->unwinding = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD) continue;
        uintptr_t from = info->dlpi_addr + part->p_vaddr;
        object->segments[object->segment_count++] = (struct tm_segment){from, from + part->p_memsz, (part->p_flags & PF_X) != 0};
    }
}

static struct tmfn_object* made_of(const struct dl_phdr_info* info, uintptr_t begin, uintptr_t end) {
    struct tmfn_object* object = calloc(1, sizeof *object);
    if (object == NULL) return NULL;
    object->base = info->dlpi_addr;
    object->begin = begin;
    object->end = end;
    char program[4096];
    const char* path = info->dlpi_name;
    if (path == NULL || *path == '\0') {
        ssize_t length = readlink("/proc/thread-self/exe", program, sizeof program - 1);
        program[length < 0 ? 0 : length] = '\0';
        path = program;
    }
    object->path = strdup(path);
    take_segments(object, info);
    if (object->path != NULL) map_file(object);
    struct tmfn_object** last = &objects;
    while (*last != NULL) last = &(*last)->next;
    return *last = object;
}

static struct tmfn_object* known_at(uintptr_t address) {
    for (struct tmfn_object* object = objects; object != NULL; object = object->next) {
        if (address >= object->begin && address < object->end) return object;
    }
    return NULL;
}

struct wanted {
    uintptr_t address; /* 0 for all */
    struct tmfn_object* found;
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
    if (wanted->address == 0) {
        if (end != 0 && known_at(begin) == NULL) made_of(info, begin, end);
        return 0;
    }
    if (has_it) wanted->found = made_of(info, begin, end);
    return has_it;
}

struct tmfn_object* tm_object_of(uintptr_t address) {
    struct tmfn_object* known = known_at(address);
    if (known != NULL) return known;
    struct wanted wanted = {address, NULL};
    timemory_for_each_object(look_at, &wanted);
    return wanted.found;
}

struct tmfn_object* tm_all_objects(void) {
    struct wanted all = {0, NULL};
    timemory_for_each_object(look_at, &all);
    return objects;
}

void tm_forget_objects(void) {
    while (objects != NULL) {
        struct tmfn_object* object = objects;
        objects = object->next;
        if (object->file != NULL) munmap(object->file, object->size);
        free(object->symbols);
        free(object->segments);
        free(object->path);
        free(object);
    }
}

const char* tm_file_name(const struct tmfn_object* object) {
    if (object->path == NULL) return "?";
    const char* slash = strrchr(object->path, '/');
    return slash == NULL ? object->path : slash + 1;
}
