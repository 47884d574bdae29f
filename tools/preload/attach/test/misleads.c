/* Has a pipe in the place of a file that it has mapped, with a name like that of the C library: opening it blocks. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int file = open("libc.so.6", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, 4096) != 0) return 1;
    /* Below everything else, so that it is looked at first. */
    if (mmap((void*)0x200000, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE, file, 0) == MAP_FAILED) return 2;
    if (unlink("libc.so.6") != 0 || mkfifo("libc.so.6 (deleted)", 0600) != 0) return 3;
    puts("begun");
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) continue;
    return 0;
}
