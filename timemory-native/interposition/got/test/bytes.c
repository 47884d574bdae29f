/* Slots are restored when the last hook is removed, whatever they held, and so is memory protection. */
#define _GNU_SOURCE
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

enum { MAX_BYTES = 1 << 20 };
static char before[MAX_BYTES], after[MAX_BYTES], maps_before[MAX_BYTES], maps_after[MAX_BYTES];

struct copy {
    char* into;
    size_t length;
};

static int copy_data(struct dl_phdr_info* info, size_t size, void* to) {
    struct copy* copy = to;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* header = &info->dlpi_phdr[i];
        if (header->p_type != PT_GNU_RELRO && !(*info->dlpi_name == '\0' && header->p_type == PT_DYNAMIC)) continue;
        /* The part of the program after the relocations that are done immediately: the slots that are filled lazily. */
        size_t length = header->p_memsz;
        if (copy->length + length > MAX_BYTES) return 1;
        memcpy(copy->into + copy->length, (void*)(info->dlpi_addr + header->p_vaddr), length);
        copy->length += length;
    }
    return 0;
}

/* Lines of /proc/self/maps with the addresses and rights of mapped files. */
static void read_rights(char* into) {
    char line[4096];
    FILE* maps = fopen("/proc/self/maps", "r");
    *into = '\0';
    while (fgets(line, sizeof line, maps) != NULL) {
        if (strchr(line, '/') != NULL) strcat(into, line);
        check(strstr(line, " rwx") == NULL);
    }
    fclose(maps);
}

int main(void) {
    check(twice(1) == 2);
    struct copy one = {before, 0}, other = {after, 0};
    hook warm = count_calls("not_there", -1); /* whatever the first use loads or binds */
    unhook(warm);
    read_rights(maps_before);
    read_rights(maps_before);
    dl_iterate_phdr(copy_data, &one);
    hook hooks[] = {count_calls("twice", 0), go_around("scaled", 0, 0, ""), count_calls("malloc", 0), count_calls("free", -1),
                    count_calls("write", 2)};
    check(slots(hooks[0]) > 0 && slots(hooks[2]) > 1);
    check(twice(2) == 4 && scaled(1, 2, 3) == 6);
    free(malloc(10));
    read_rights(maps_after);
    check(strcmp(maps_before, maps_after) == 0);
    for (int i = 4; i >= 0; i--) unhook(hooks[i]);
    dl_iterate_phdr(copy_data, &other);
    check(one.length == other.length && memcmp(before, after, one.length) == 0);
    return 0;
}
