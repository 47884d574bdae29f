/*
 * Slots in memory that cannot be written because a kernel or a kernel module refuses, which this program simulates, or because the memory
 * was sealed. Those slots are left unchanged, which is reported, and others are rewritten.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

static int refuses;

/* The rewriter calls this one, as any library would. */
int mprotect(void* address, size_t size, int protection) {
    if (!refuses) return (int)syscall(SYS_mprotect, address, size, protection);
    errno = EPERM;
    return -1;
}

static int seal(struct dl_phdr_info* info, size_t size, void* result) {
    enum { MSEAL = 462 };
    uintptr_t page = (uintptr_t)getpagesize();
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* header = &info->dlpi_phdr[i];
        uintptr_t begin = (info->dlpi_addr + header->p_vaddr) & -page, end = (info->dlpi_addr + header->p_vaddr + header->p_memsz) & -page;
        if (header->p_type == PT_GNU_RELRO && syscall(MSEAL, begin, end - begin, 0) != 0) *(int*)result = errno;
    }
    return 1; /* the program is the first */
}

int main(int count, char** arguments) {
    int error = 0;
    check(count == 2);
    refuses = strcmp(arguments[1], "refused") == 0;
    if (!refuses) dl_iterate_phdr(seal, &error);
    if (error != 0) {
        printf("no memory is sealed here: %s\n", strerror(error));
        return error == ENOSYS ? 0 : 1;
    }
    hook hooked = count_calls("scaled", -1);
    check(slots(hooked) == 0 && scaled(1, 2, 3) == 6 && calls(hooked) == 0);
    printf("%s\n", why_none(hooked));
    unhook(hooked);
    hook around = go_around("scaled", 0, 0, "");
    check(slots(around) == 0 && scaled(1, 2, 3) == 6 && began() == 0);
    unhook(around);
    /* The library that contains this one calls it as well, through its own slot. */
    hook partly = count_calls("twice", -1);
    check(slots(partly) == 1 && twice(1) == 2 && calls(partly) == 0 && calls_twice(1) == 2 && calls(partly) == 1);
    printf("%s\n", why_none(partly));
    unhook(partly);
    check(calls_twice(1) == 2);
    if (refuses) {
        refuses = 0; /* and once it is allowed, they are rewritten */
        hooked = count_calls("scaled", -1);
        check(slots(hooked) == 1 && scaled(1, 2, 3) == 6 && calls(hooked) == 1);
        unhook(hooked);
    }
    return 0;
}
