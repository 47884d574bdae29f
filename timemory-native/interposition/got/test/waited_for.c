/*
 * A library's constructor waits for the thread that creates a hook, while another tool has left a library's read-only data writable, so
 * that it looks as if it were still being relocated. The hook waits for the constructor for at most a second, and is applied later.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "callee.h"
#include "check.h"
#include "driver.h"
#include "relocating.h"

extern int calls_of_writable(int x);

static int reached[2], go[2];

static void* opens(void* path) {
    check(dlopen(path, RTLD_NOW) != NULL);
    return NULL;
}

static int make_writable(struct dl_phdr_info* info, size_t size, void* is_done) {
    (void)size;
    if (strstr(info->dlpi_name, "libwritable.so") == NULL) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* header = &info->dlpi_phdr[i];
        uintptr_t page = (uintptr_t)getpagesize(), begin = (info->dlpi_addr + header->p_vaddr) & -page;
        uintptr_t end = (info->dlpi_addr + header->p_vaddr + header->p_memsz) & -page;
        if (header->p_type != PT_GNU_RELRO) continue;
        *(int*)is_done = mprotect((void*)begin, end - begin, PROT_READ | PROT_WRITE) == 0;
    }
    return 1;
}

int main(int count, char** arguments) {
    pthread_t opening;
    char one;
    int is_writable = 0;
    dl_iterate_phdr(make_writable, &is_writable);
    check(count == 2 && is_writable && pipe(reached) == 0 && pipe(go) == 0);
    check(dup2(reached[1], REACHED) == REACHED && dup2(go[0], GO) == GO);
    check(pthread_create(&opening, NULL, opens, arguments[1]) == 0);
    check(read(reached[0], &one, 1) == 1); /* within the constructor */
    hook hooked = count_calls("twice", -1), other = count_calls("scaled", -1);
    check(twice(1) == 2 && calls(hooked) == 1);
    check(calls_of_writable(1) == 2 && calls(hooked) == 1); /* not yet */
    unhook(other);
    check(write(go[1], "x", 1) == 1 && pthread_join(opening, NULL) == 0);
    while (calls_of_writable(1) == 2 && calls(hooked) == 1) { /* until it is known that the constructor has ended */
        usleep(1000);
        look_again();
    }
    check(calls(hooked) == 2);
    unhook(hooked);
    check(calls_of_writable(1) == 2);
    return 0;
}
