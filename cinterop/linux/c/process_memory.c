/*
 * Results are created and written last, and the Kotlin runtime aborts if it finds no memory for them. So address space is reserved while
 * the program runs and released when the process starts to end.
 */
#include "process_memory.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define MAX_RESERVE ((rlim_t)64 << 20)

static struct {
    void* at;
    size_t size;
} reserve;

/* Returns the limit in bytes; 0 if there is none. */
static rlim_t memory_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : 0;
}

void tm_exit_reserve_memory(void) {
    rlim_t limit = memory_limit(), size = MAX_RESERVE;
    if (limit != 0 && limit / 8 < size) size = limit / 8 & ~(rlim_t)65535;
    void* reserved = size == 0 ? MAP_FAILED : mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return;
    reserve.size = size;
    __atomic_store_n(&reserve.at, reserved, __ATOMIC_SEQ_CST);
}

void tm_exit_release_memory(void) {
    void* reserved = __atomic_exchange_n(&reserve.at, NULL, __ATOMIC_SEQ_CST);
    if (reserved != NULL) munmap(reserved, reserve.size);
}

int64_t tm_exit_memory_left(void) {
    rlim_t limit = memory_limit();
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
