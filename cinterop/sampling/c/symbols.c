#define _GNU_SOURCE
#include "tm_symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tm_names.h"
#include "tm_unwind.h"

struct symbol {
    uint64_t start, size;
    const char* name; /* in the file, as it is mapped */
};

/* A file that contains code of the process. */
struct file {
    struct file* next;
    char* path;
    const uint8_t* memory; /* NULL if it was not read, or is not an ELF file for this machine */
    size_t length;
    struct symbol* symbols;
    size_t count;
    bool is_read;
    bool is_library; /* libtimemory.so */
};

/* The location of a file's code in the process. */
struct image {
    uint64_t start, end, offset;
    struct file* file;
};

static struct file* files;
static struct image* images;
static size_t count, room;

static bool is_library(const char* path) {
    const char* name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    return strncmp(name, "libtimemory.so", 14) == 0;
}

static struct file* file_named(const char* path) {
    for (struct file* file = files; file != NULL; file = file->next) {
        if (strcmp(file->path, path) == 0) return file;
    }
    struct file* file = calloc(1, sizeof *file);
    char* name = file == NULL ? NULL : strdup(path);
    if (name == NULL) {
        free(file);
        return NULL;
    }
    file->path = name;
    file->is_library = is_library(path);
    file->next = files;
    files = file;
    return file;
}

static const struct image* image_at(uint64_t address) {
    for (size_t i = count; i > 0; i--) { /* the latest first: an address can belong to several in succession */
        if (address >= images[i - 1].start && address < images[i - 1].end) return &images[i - 1];
    }
    return NULL;
}

int tm_symbols_have(int64_t address) { return image_at((uint64_t)address) != NULL; }

static void add_image(uint64_t start, uint64_t end, uint64_t offset, const char* path) {
    const struct image* known = image_at(start);
    if (known != NULL && known->start == start && known->end == end && strcmp(known->file->path, path) == 0) return;
    if (count == room) {
        size_t more = room == 0 ? 64 : 2 * room;
        struct image* larger = realloc(images, more * sizeof *images);
        if (larger == NULL) return;
        images = larger;
        room = more;
    }
    struct file* file = file_named(path);
    if (file != NULL) images[count++] = (struct image){start, end, offset, file};
}

void tm_symbols_look(void) {
    FILE* maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return;
    char* line = NULL;
    size_t size = 0;
    while (getline(&line, &size, maps) > 0) {
        uint64_t start, end, offset;
        char rights[8];
        int path = 0;
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %n", &start, &end, rights, &offset, &path) < 4) continue;
        if (rights[2] != 'x' || path == 0 || line[path] == '\0') continue;
        line[strcspn(line, "\n")] = '\0';
        add_image(start, end, offset, line + path);
    }
    free(line);
    fclose(maps);
}

/* ---- Files --------------------------------------------------------------------------------------------------------------------------- */

static bool has(const struct file* file, uint64_t offset, uint64_t size) { return offset <= file->length && size <= file->length - offset; }

static int by_start(const void* a, const void* b) {
    const struct symbol *first = a, *second = b;
    if (first->start != second->start) return first->start < second->start ? -1 : 1;
    return first->size < second->size ? 1 : first->size > second->size ? -1 : 0;
}

static const Elf64_Shdr* sections_of(const struct file* file, int* number) {
    const Elf64_Ehdr* header = (const Elf64_Ehdr*)file->memory;
    *number = header->e_shnum;
    if (header->e_shentsize != sizeof(Elf64_Shdr)) return NULL;
    if (!has(file, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr))) return NULL;
    return (const Elf64_Shdr*)(file->memory + header->e_shoff);
}

static void add_symbols(struct file* file, const Elf64_Shdr* table, const Elf64_Shdr* names) {
    if (table->sh_entsize != sizeof(Elf64_Sym) || !has(file, table->sh_offset, table->sh_size)) return;
    if (!has(file, names->sh_offset, names->sh_size) || names->sh_size == 0) return;
    const char* text = (const char*)file->memory + names->sh_offset;
    if (text[names->sh_size - 1] != '\0') return;
    const Elf64_Sym* all = (const Elf64_Sym*)(file->memory + table->sh_offset);
    size_t number = table->sh_size / sizeof *all;
    struct symbol* symbols = calloc(number + 1, sizeof *symbols);
    if (symbols == NULL) return;
    size_t kept = 0;
    for (size_t i = 0; i < number; i++) {
        int type = ELF64_ST_TYPE(all[i].st_info);
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || all[i].st_shndx == SHN_UNDEF || all[i].st_name >= names->sh_size) continue;
        symbols[kept++] = (struct symbol){all[i].st_value, all[i].st_size, text + all[i].st_name};
    }
    qsort(symbols, kept, sizeof *symbols, by_start);
    file->symbols = symbols;
    file->count = kept;
}

static void read_symbols(struct file* file) {
    int number;
    const Elf64_Shdr* sections = sections_of(file, &number);
    if (sections == NULL) return;
    for (unsigned wanted = SHT_SYMTAB; file->count == 0; wanted = SHT_DYNSYM) {
        for (int i = 0; i < number && file->count == 0; i++) {
            unsigned names = sections[i].sh_link;
            if (sections[i].sh_type == wanted && names < (unsigned)number) add_symbols(file, &sections[i], &sections[names]);
        }
        if (wanted == SHT_DYNSYM) break;
    }
}

static void read_file(struct file* file) {
    if (file->is_read) return;
    file->is_read = true;
    int opened = open(file->path, O_RDONLY | O_CLOEXEC);
    if (opened < 0) return;
    struct stat about;
    if (fstat(opened, &about) == 0 && about.st_size >= (off_t)sizeof(Elf64_Ehdr)) {
        void* memory = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, opened, 0);
        if (memory != MAP_FAILED) {
            file->memory = memory;
            file->length = (size_t)about.st_size;
        }
    }
    close(opened);
    if (file->memory == NULL) return;
    if (memcmp(file->memory, ELFMAG, SELFMAG) == 0 && file->memory[EI_CLASS] == ELFCLASS64) read_symbols(file);
    else {
        munmap((void*)file->memory, file->length);
        file->memory = NULL;
    }
}

/* The address as numbered in the file; false if the file does not give it. */
static bool address_in_file(const struct image* image, uint64_t address, uint64_t* into) {
    const struct file* file = image->file;
    uint64_t offset = address - image->start + image->offset;
    *into = offset;
    if (file->memory == NULL) return false;
    const Elf64_Ehdr* header = (const Elf64_Ehdr*)file->memory;
    if (!has(file, header->e_phoff, (uint64_t)header->e_phnum * sizeof(Elf64_Phdr))) return false;
    const Elf64_Phdr* segments = (const Elf64_Phdr*)(file->memory + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++) {
        if (segments[i].p_type != PT_LOAD || offset < segments[i].p_offset) continue;
        if (offset - segments[i].p_offset >= segments[i].p_filesz) continue;
        *into = offset - segments[i].p_offset + segments[i].p_vaddr;
        return true;
    }
    return false;
}

static const struct symbol* symbol_at(const struct file* file, uint64_t address) {
    size_t low = 0, high = file->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (file->symbols[middle].start <= address) low = middle + 1;
        else high = middle;
    }
    /* Symbols without a size, as in assembly code, may lie in between. */
    for (size_t i = low; i > 0 && low - i < 8; i--) {
        const struct symbol* symbol = &file->symbols[i - 1];
        if (address < symbol->start + symbol->size) return symbol;
    }
    return NULL;
}

/* ---- Names --------------------------------------------------------------------------------------------------------------------------- */

int64_t tm_symbols_function(int64_t address) {
    int64_t start = tm_function_start(address);
    return start == 0 ? address : start;
}

int tm_symbols_name(int64_t address, char* name, int size) {
    const struct image* image = image_at((uint64_t)address);
    if (image == NULL) {
        snprintf(name, (size_t)size, "(code generated at run time)");
        return 0;
    }
    struct file* file = image->file;
    read_file(file);
    uint64_t inside;
    const struct symbol* symbol = address_in_file(image, (uint64_t)address, &inside) ? symbol_at(file, inside) : NULL;
    if (symbol != NULL) {
        tm_readable(symbol->name, name, size);
        return file->is_library;
    }
    const char* last = strrchr(file->path, '/');
    last = last == NULL ? file->path : last + 1;
    if (*last == '[') {
        snprintf(name, (size_t)size, "%s", last);
        return 0;
    }
    address_in_file(image, (uint64_t)tm_symbols_function(address), &inside);
    snprintf(name, (size_t)size, "%s+0x%" PRIx64, last, inside);
    return file->is_library;
}

int tm_symbols_in_one_file(int64_t address, int64_t other) {
    const struct image *first = image_at((uint64_t)address), *second = image_at((uint64_t)other);
    return first != NULL && second != NULL && first->file == second->file;
}

void tm_symbols_close(void) {
    for (struct file* file = files; file != NULL; file = file->next) {
        if (file->memory != NULL) munmap((void*)file->memory, file->length);
        free(file->symbols);
        file->memory = NULL;
        file->symbols = NULL;
        file->count = 0;
        file->is_read = false;
    }
}
