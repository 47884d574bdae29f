/*
 * Memory for the end of a process that has none left (RLIMIT_AS).
 *
 * Results are made and written last, and Kotlin's runtime aborts where it finds no memory for them. So address space is kept back while the
 * program runs, and given back as its end begins. Nothing is mapped there: it costs no memory, and counts as none but for that limit.
 */
#ifndef TIMEMORY_PROCESS_MEMORY_H
#define TIMEMORY_PROCESS_MEMORY_H

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define TIMEMORY_KEPT_BACK ((rlim_t)64 << 20)

static struct {
    void* at;
    size_t size;
} timemory_memory;

/* As much as the process may have; 0 where there is no limit. */
static inline rlim_t timemory_memory_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : 0;
}

/* Not more than an eighth of what a program may have is taken from it. */
static inline void timemory_keep_memory_back(void) {
    rlim_t limit = timemory_memory_limit(), size = TIMEMORY_KEPT_BACK;
    if (limit != 0 && limit / 8 < size) size = limit / 8 & ~(rlim_t)65535;
    void* kept = size == 0 ? MAP_FAILED : mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (kept == MAP_FAILED) return;
    timemory_memory.size = size;
    __atomic_store_n(&timemory_memory.at, kept, __ATOMIC_SEQ_CST);
}

/* Also in a handler of a signal; the second time it does nothing. */
static inline void timemory_give_memory_back(void) {
    void* kept = __atomic_exchange_n(&timemory_memory.at, NULL, __ATOMIC_SEQ_CST);
    if (kept != NULL) munmap(kept, timemory_memory.size);
}

/* How many bytes the process may still have; -1 where there is no limit, or nobody knows. */
static inline int64_t timemory_memory_left(void) {
    rlim_t limit = timemory_memory_limit();
    int file = limit == 0 ? -1 : open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    char text[32];
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    rlim_t pages = 0;
    for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; i++) pages = pages * 10 + (rlim_t)(text[i] - '0');
    rlim_t used = pages * (rlim_t)sysconf(_SC_PAGESIZE);
    return used < limit ? (int64_t)(limit - used) : 0;
}

#endif
