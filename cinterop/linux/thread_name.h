/* The names of threads. Unlike a Java thread, one that was given no name has that of the thread that started it. */
#ifndef TIMEMORY_THREAD_NAME_H
#define TIMEMORY_THREAD_NAME_H

#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { TIMEMORY_THREAD_NAME = 16 };

/* Writes the name of the calling thread, which is empty if it has that of the main thread. */
static inline void timemory_thread_name(char* into) {
    char main_name[TIMEMORY_THREAD_NAME + 1] = "";
    into[0] = '\0';
    prctl(PR_GET_NAME, into, 0, 0, 0);
    int file = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t length = read(file, main_name, TIMEMORY_THREAD_NAME);
    close(file);
    if (length > 0 && main_name[length - 1] == '\n') main_name[length - 1] = '\0';
    if (strcmp(main_name, into) == 0) into[0] = '\0';
}

#endif
