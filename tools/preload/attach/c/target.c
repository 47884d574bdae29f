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

/* Returns the kernel's information about a thread after its name, which may contain any characters; NULL if it is gone. */
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

/* A live thread through which the process can be inspected; 0 if there is none. */
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
    if (kill(pid, 0) != 0 && errno == ESRCH) return "no such process";
    pid_t thread = living(target);
    if (thread == 0) return "it has ended";
    snprintf(path, sizeof path, "/proc/%d/exe", (int)thread);
    ssize_t length = readlink(path, program, sizeof program);
    if (length < 0) return errno == EACCES || errno == EPERM ? "it belongs to another user" : "it is a kernel thread";
    unsigned char begin[EI_NIDENT] = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, begin, sizeof begin);
    if (file >= 0) close(file);
    if (got != sizeof begin || memcmp(begin, ELFMAG, SELFMAG) != 0 || begin[EI_CLASS] != ELFCLASS64) return "it is not a 64-bit program";
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

enum { MAX_PART = 64 << 20 }; /* bytes of a file that are read at once */

#define UNKNOWN UINT64_MAX

/* A copy of some bytes of a file, because its owner may truncate it meanwhile; NULL if there are not that many. */
static void* part(int file, uint64_t offset, uint64_t size) {
    if (size == 0 || size > MAX_PART || offset > INT64_MAX - size) return NULL;
    uint8_t* bytes = malloc(size);
    for (uint64_t have = 0; bytes != NULL && have < size;) {
        ssize_t more = pread(file, bytes + have, size - have, (off_t)(offset + have));
        if (more > 0) {
            have += (uint64_t)more;
        } else if (more == 0 || errno != EINTR) {
            free(bytes);
            return NULL;
        }
    }
    return bytes;
}

/* The value as in the file; 0 if it does not exist. */
static uint64_t value_in(const Elf64_Sym* symbols, size_t count, const char* names, uint64_t size, const char* symbol) {
    if (symbols == NULL || names == NULL || names[size - 1] != '\0') return UNKNOWN;
    for (size_t i = 0; i < count; i++) {
        if (symbols[i].st_shndx == SHN_UNDEF || symbols[i].st_name >= size) continue;
        if (strcmp(names + symbols[i].st_name, symbol) == 0) return symbols[i].st_value;
    }
    return 0;
}

/* The value as in the file; 0 if it does not exist, and UNKNOWN if that cannot be determined. A file of another kind exports nothing. */
static uint64_t exported(int file, const char* symbol) {
    uint64_t found = UNKNOWN;
    Elf64_Ehdr* header = part(file, 0, sizeof *header);
    Elf64_Shdr* sections = NULL;
    if (header != NULL && memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
        found = 0;
    } else if (header != NULL && header->e_shentsize == sizeof *sections) {
        sections = part(file, header->e_shoff, (uint64_t)header->e_shnum * sizeof *sections);
    }
    for (size_t i = 0; sections != NULL && i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_DYNSYM || sections[i].sh_link >= header->e_shnum) continue;
        const Elf64_Shdr* table = &sections[sections[i].sh_link];
        Elf64_Sym* symbols = part(file, sections[i].sh_offset, sections[i].sh_size);
        char* names = part(file, table->sh_offset, table->sh_size);
        found = value_in(symbols, sections[i].sh_size / sizeof *symbols, names, table->sh_size, symbol);
        free(names);
        free(symbols);
        break; /* there is only one */
    }
    free(sections);
    free(header);
    return found;
}

static void path_of(const struct tm_target* target, const char* file, char* path, size_t size) {
    snprintf(path, size, "/proc/%d/root%s", (int)living(target), file);
}

bool tm_sees(const struct tm_target* target, const char* file) {
    char seen[4200];
    path_of(target, file, seen, sizeof seen);
    return access(seen, R_OK) == 0;
}

/*
 * Opens a regular file by a name from the target's maps, whose last part must not be a link; -1 if there is none. The target may have
 * replaced it since, and opening a pipe waits while opening a device may have side effects: so it is checked before it is opened. Files in
 * /proc have no size. Does not wait for leases on a file.
 */
static int open_plain(const struct tm_target* target, const char* file) {
    char path[4200];
    struct stat facts;
    path_of(target, file, path, sizeof path);
    int place = open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW), descriptor = -1;
    if (place < 0) return -1;
    if (fstat(place, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", place);
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    }
    close(place);
    return descriptor;
}

static uint64_t exported_by(const struct tm_target* target, const char* path, const char* symbol) {
    int file = open_plain(target, path);
    if (file < 0) return UNKNOWN;
    uint64_t found = exported(file, symbol);
    close(file);
    return found;
}

bool tm_may_export(const struct tm_target* target, const char* file, const char* symbol) { return exported_by(target, file, symbol) != 0; }

uint64_t tm_symbol_in(const struct tm_target* target, const char* library, const char* symbol) {
    FILE* maps = open_of(target, "maps");
    struct mapping mapping;
    uint64_t found = 0;
    while (maps != NULL && found == 0 && next_mapping(maps, &mapping)) {
        if (mapping.offset != 0 || !is_of(mapping.file, library)) continue;
        uint64_t offset = exported_by(target, mapping.file, symbol);
        if (offset != 0 && offset != UNKNOWN) found = mapping.begin + offset;
    }
    if (maps != NULL) fclose(maps);
    return found;
}
