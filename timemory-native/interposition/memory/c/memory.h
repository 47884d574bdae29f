/*
 * Allocations of the process: how often its threads call the functions that allocate and free memory, and how many bytes these allocate and
 * free.
 *
 * Bytes are counted in two ways. *Requested* bytes are those that a call asks for. *Allocated* and *freed* bytes are those of the blocks,
 * according to malloc_usable_size: slightly more than requested, and the same when a block is allocated and when it is freed, on any
 * thread. So the difference is correct, without a table of all blocks.
 *
 * Calls through the slots of other objects are counted (../got): those of the program, its libraries, the C++ library for `new`, the C
 * library's own for strdup, fopen and the like, and those of the CUDA runtime's allocators. Allocations of the dynamic linker, mapped
 * memory, and timemory's own allocations are not counted.
 *
 * Any thread may call any of these functions.
 */
#ifndef TM_MEMORY_H
#define TM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum tm_allocation {
    TM_MALLOC,
    TM_CALLOC,
    TM_REALLOC,
    TM_POSIX_MEMALIGN,
    TM_ALIGNED_ALLOC,
    TM_MEMALIGN,
    TM_VALLOC,
    TM_PVALLOC,
    TM_NEW,
    TM_FREE,
    TM_DELETE,
    TM_CUDA_MALLOC,
    TM_CUDA_MALLOC_PITCH,
    TM_CUDA_MALLOC_MANAGED,
    TM_CUDA_MALLOC_HOST,
    TM_CUDA_HOST_ALLOC,
    TM_CUDA_MALLOC_ASYNC,
    TM_CUDA_FREE,
    TM_CUDA_FREE_HOST,
    TM_CUDA_FREE_ASYNC,
    TM_ALLOCATIONS
};

static inline bool tm_frees(enum tm_allocation function) {
    return function == TM_FREE || function == TM_DELETE || function >= TM_CUDA_FREE;
}

/*
 * Their names: `operator new` and `operator delete` stand for all of their forms, and those with `Async` also for those with pools and
 * threads.
 */
extern const char* const tm_allocation_names[TM_ALLOCATIONS];

struct tm_memory_calls {
    int64_t calls; /* calls that allocated or freed memory */
    int64_t requested;
    int64_t allocated;
    int64_t freed; /* realloc frees the block that it is passed */
};

/* For a thread, or for all present and past threads, since counting started. */
struct tm_memory {
    struct tm_memory_calls of[TM_ALLOCATIONS];
    int64_t net; /* allocated minus freed; negative if a thread frees what others allocated */
};

/* Starts counting on all threads; returns NULL on success, or if it is counting already. Otherwise returns why nothing can be counted. */
extern const char* tm_memory_count(void);

/* Stops counting. The counts are kept. */
extern void tm_memory_end(void);

extern bool tm_memory_is_counting(void);

/* The counts of the calling thread; zeros before its first allocation. */
extern void tm_memory_here(struct tm_memory* into);

/* The counts of all threads. */
extern void tm_memory_of_all(struct tm_memory* into);

/*
 * Starts a new peak, the highest `net` of the calling thread from now on; returns the value to pass to tm_memory_end_peak, which resumes
 * the previous one: for nested parts of a program.
 */
extern int64_t tm_memory_begin_peak(void);
extern int64_t tm_memory_end_peak(int64_t before);

/*
 * The same for all threads, with up to TM_WATCHES at once: returns the number of a watch, or -1 if there is none left. Threads publish
 * their allocations whenever they reach TM_MEMORY_STEP bytes, so a peak may be too low by that for each thread; with one thread it is
 * exact.
 */
enum { TM_WATCHES = 64, TM_MEMORY_STEP = 16384 };
extern int tm_memory_watch(void);
extern int64_t tm_memory_unwatch(int watch);

#pragma GCC visibility pop

#endif
