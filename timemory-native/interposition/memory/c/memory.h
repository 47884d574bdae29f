/*
 * What the process allocates: how often its threads call the functions that allocate and free memory, and how many bytes these give and
 * take.
 *
 * Bytes are counted in two ways. *Requested* are those that a call asks for. *Allocated* and *freed* are those of the blocks, as
 * malloc_usable_size has them: a little more than was asked for, and the same when a block comes and when it goes, on whichever thread. So
 * what is allocated and not freed is right, without a table of all blocks.
 *
 * Counted are calls of other objects' slots (../got): the program's, its libraries', the C++ library's for `new`, the C library's own for
 * strdup, fopen and the like, and those of the CUDA runtime's allocators. Not counted are the dynamic linker's, what maps memory by itself,
 * and what timemory itself allocates.
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
 * Their names, `operator new` and `operator delete` for all forms of these, and those with `Async` for those with pools and threads, too.
 */
extern const char* const tm_allocation_names[TM_ALLOCATIONS];

struct tm_memory_calls {
    int64_t calls; /* that allocated or freed something */
    int64_t requested;
    int64_t allocated;
    int64_t freed; /* realloc frees the block that it is given */
};

/* Of a thread, or of all that there are and were, since counting began. */
struct tm_memory {
    struct tm_memory_calls of[TM_ALLOCATIONS];
    int64_t net; /* allocated less freed; below 0 where a thread frees what others allocated */
};

/* Counts from now on, on all threads: NULL, also where it does already. Otherwise why nothing can be counted. */
extern const char* tm_memory_count(void);

/* Ends counting. What was counted stays. */
extern void tm_memory_end(void);

extern bool tm_memory_is_counting(void);

/* What the calling thread has counted; zeros before its first allocation. */
extern void tm_memory_here(struct tm_memory* into);

/* What all have. */
extern void tm_memory_of_all(struct tm_memory* into);

/*
 * The highest `net` of the calling thread since it was set, and what to pass to tm_memory_end_peak to resume what was watched before: for
 * nested parts of a program.
 */
extern int64_t tm_memory_begin_peak(void);
extern int64_t tm_memory_end_peak(int64_t before);

/*
 * The same of all threads, with as many at once as TM_WATCHES: the number of a watch, or -1 where there is none left. Threads add what they
 * allocate to what is watched whenever it has come to TM_MEMORY_STEP bytes, so a peak may be lower than the real one by that for each
 * thread; with one thread it is exact.
 */
enum { TM_WATCHES = 64, TM_MEMORY_STEP = 16384 };
extern int tm_memory_watch(void);
extern int64_t tm_memory_unwatch(int watch);

#pragma GCC visibility pop

#endif
