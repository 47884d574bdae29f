#define _GNU_SOURCE
#include "target.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool tm_list_threads(const struct tm_target* target, pid_t** ids, size_t* count) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)target->pid);
    DIR* folder = opendir(path);
    size_t room = 0;
    *ids = NULL;
    *count = 0;
    if (folder == NULL) return false;
    for (const struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        pid_t id = (pid_t)atoi(entry->d_name);
        if (id <= 0) continue;
        if (*count == room) {
            room = 2 * room + 64;
            pid_t* larger = realloc(*ids, room * sizeof *larger);
            if (larger == NULL) break;
            *ids = larger;
        }
        (*ids)[(*count)++] = id;
    }
    closedir(folder);
    return *count > 0;
}

/* What the kernel says of a thread behind its name, which may have any characters; NULL where it is gone. */
static const char* state_of(pid_t id, char* line, int size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)id);
    FILE* file = fopen(path, "re");
    if (file == NULL) return NULL;
    const char* text = fgets(line, size, file);
    fclose(file);
    const char* name = text == NULL ? NULL : strrchr(text, ')');
    return name == NULL || name[1] != ' ' ? NULL : name + 2;
}

bool tm_has_ended(pid_t id) {
    char line[512];
    const char* state = state_of(id, line, sizeof line);
    return state == NULL || *state == 'Z' || *state == 'X';
}

#define BEFORE_THREADS 17 /* fields, from the state on */

size_t tm_count_threads(const struct tm_target* target) {
    char line[512];
    const char* field = state_of(target->pid, line, sizeof line);
    for (int i = 0; i < BEFORE_THREADS && field != NULL; i++) field = (field = strchr(field, ' ')) == NULL ? NULL : field + 1;
    return field == NULL ? 0 : (size_t)strtoul(field, NULL, 10);
}

/* A thread by which the process can be looked at; 0 where none lives. */
static pid_t living(const struct tm_target* target) {
    pid_t *ids, found = 0;
    size_t count;
    if (!tm_has_ended(target->pid)) return target->pid;
    if (!tm_list_threads(target, &ids, &count)) return 0;
    for (size_t i = 0; i < count && found == 0; i++) found = tm_has_ended(ids[i]) ? 0 : ids[i];
    free(ids);
    return found;
}

static FILE* open_of(const struct tm_target* target, const char* name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)living(target), name);
    return fopen(path, "re");
}

const char* tm_open_target(struct tm_target* target, pid_t pid) {
    char path[64], program[4096];
    *target = (struct tm_target){.pid = pid, .memory = -1};
    if (kill(pid, 0) != 0 && errno == ESRCH) return "there is no such process";
    pid_t thread = living(target);
    if (thread == 0) return "it has ended";
    snprintf(path, sizeof path, "/proc/%d/exe", (int)thread);
    ssize_t length = readlink(path, program, sizeof program);
    if (length < 0) return errno == EACCES || errno == EPERM ? "it belongs to another user" : "it is no program, but a part of the kernel";
    unsigned char begin[EI_NIDENT] = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, begin, sizeof begin);
    if (file >= 0) close(file);
    if (got != sizeof begin || memcmp(begin, ELFMAG, SELFMAG) != 0 || begin[EI_CLASS] != ELFCLASS64) return "it is no program of 64 bits";
    snprintf(path, sizeof path, "/proc/%d/mem", (int)thread);
    target->memory = open(path, O_RDWR | O_CLOEXEC);
    if (target->memory < 0)
        return "its memory may not be written to by this user (CAP_SYS_PTRACE is needed, or kernel.yama.ptrace_scope=0)";
    return NULL;
}

bool tm_is_alive(const struct tm_target* target) { return living(target) != 0; }

bool tm_read(const struct tm_target* target, uint64_t address, void* into, size_t size) {
    return pread(target->memory, into, size, (off_t)address) == (ssize_t)size;
}

bool tm_write(const struct tm_target* target, uint64_t address, const void* from, size_t size) {
    return pwrite(target->memory, from, size, (off_t)address) == (ssize_t)size;
}

struct mapping {
    uint64_t begin, end, offset;
    char file[4096];
};

static bool next_mapping(FILE* maps, struct mapping* mapping) {
    char line[4400];
    if (fgets(line, sizeof line, maps) == NULL) return false;
    mapping->file[0] = '\0';
    char access[8];
    int at = 0;
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %n", &mapping->begin, &mapping->end, access, &mapping->offset, &at) < 4) return true;
    if (at > 0) snprintf(mapping->file, sizeof mapping->file, "%.*s", (int)strcspn(line + at, "\n"), line + at);
    return true;
}

void tm_file_at(const struct tm_target* target, uint64_t address, char* file, size_t size) {
    file[0] = '\0';
    FILE* maps = open_of(target, "maps");
    struct mapping mapping;
    while (maps != NULL && next_mapping(maps, &mapping)) {
        if (address >= mapping.begin && address < mapping.end) snprintf(file, size, "%s", mapping.file);
    }
    if (maps != NULL) fclose(maps);
}

static bool is_of(const char* file, const char* library) {
    const char* slash = strrchr(file, '/');
    const char* name = slash == NULL ? file : slash + 1;
    size_t length = strlen(library);
    return strncmp(name, library, length) == 0 && (name[length] == '.' || name[length] == '-' || name[length] == '\0');
}

enum { MAX_FILE = 512 << 20 };

struct file {
    const uint8_t* bytes;
    size_t size;
};

static const void* part(const struct file* file, uint64_t offset, uint64_t size) {
    return offset <= file->size && size <= file->size - offset ? file->bytes + offset : NULL;
}

/* As the file counts; 0 where it is not there. */
static uint64_t exported(const struct file* file, const char* symbol) {
    const Elf64_Ehdr* header = part(file, 0, sizeof *header);
    if (header == NULL || header->e_shentsize != sizeof(Elf64_Shdr)) return 0;
    const Elf64_Shdr* sections = part(file, header->e_shoff, (uint64_t)header->e_shnum * sizeof *sections);
    for (size_t i = 0; sections != NULL && i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_DYNSYM || sections[i].sh_link >= header->e_shnum) continue;
        const Elf64_Shdr* names = &sections[sections[i].sh_link];
        const char* strings = part(file, names->sh_offset, names->sh_size);
        const Elf64_Sym* symbols = part(file, sections[i].sh_offset, sections[i].sh_size);
        if (strings == NULL || symbols == NULL || names->sh_size == 0 || strings[names->sh_size - 1] != '\0') return 0;
        for (size_t j = 0; j < sections[i].sh_size / sizeof *symbols; j++) {
            if (symbols[j].st_shndx == SHN_UNDEF || symbols[j].st_name >= names->sh_size) continue;
            if (strcmp(strings + symbols[j].st_name, symbol) == 0) return symbols[j].st_value;
        }
    }
    return 0;
}

static void path_of(const struct tm_target* target, const char* file, char* path, size_t size) {
    snprintf(path, size, "/proc/%d/root%s", (int)living(target), file);
}

bool tm_sees(const struct tm_target* target, const char* file) {
    char seen[4200];
    path_of(target, file, seen, sizeof seen);
    return access(seen, R_OK) == 0;
}

/* All of a file; NULL where there is not so much of it. A copy: whoever has the file may cut it short meanwhile. */
static uint8_t* all_of(int descriptor, size_t size) {
    uint8_t* bytes = malloc(size);
    for (size_t have = 0; bytes != NULL && have < size;) {
        ssize_t more = read(descriptor, bytes + have, size - have);
        if (more > 0) {
            have += (size_t)more;
        } else if (more == 0 || errno != EINTR) {
            free(bytes);
            return NULL;
        }
    }
    return bytes;
}

/* The names are the target's, so what is there may be anything: a pipe would be waited for, and opening a device may do something. */
static uint64_t exported_by(const struct tm_target* target, const char* path, int follows, const char* symbol) {
    char seen[4200];
    path_of(target, path, seen, sizeof seen);
    int descriptor = open(seen, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | follows);
    struct stat facts;
    uint64_t found = 0;
    if (descriptor >= 0 && fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0 && facts.st_size <= MAX_FILE) {
        struct file file = {all_of(descriptor, (size_t)facts.st_size), (size_t)facts.st_size};
        if (file.bytes != NULL) found = exported(&file, symbol);
        free((void*)file.bytes);
    }
    if (descriptor >= 0) close(descriptor);
    return found;
}

bool tm_exports(const struct tm_target* target, const char* file, const char* symbol) { return exported_by(target, file, 0, symbol) != 0; }

uint64_t tm_symbol_in(const struct tm_target* target, const char* library, const char* symbol) {
    FILE* maps = open_of(target, "maps");
    struct mapping mapping;
    uint64_t found = 0;
    while (maps != NULL && found == 0 && next_mapping(maps, &mapping)) {
        if (mapping.offset != 0 || !is_of(mapping.file, library)) continue;
        uint64_t offset = exported_by(target, mapping.file, O_NOFOLLOW, symbol);
        if (offset != 0) found = mapping.begin + offset;
    }
    if (maps != NULL) fclose(maps);
    return found;
}
