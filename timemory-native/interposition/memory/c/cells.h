/* The counts of each thread, in its own cell. */
#ifndef TM_MEMORY_CELLS_H
#define TM_MEMORY_CELLS_H

#include <stdatomic.h>

#include "memory.h"

#pragma GCC visibility push(hidden)

enum { TM_MEMORY_NUMBERS = 7 };

struct tm_memory_cell {
    struct tm_memory counted;
    int64_t peak;                      /* highest net since tm_memory_begin_peak */
    int64_t top;                       /* the same since tm_memory_watch, if no other thread has a cell */
    int64_t unpublished;               /* change of net since that of all threads was last updated */
    int64_t answer[TM_MEMORY_NUMBERS]; /* used by laps.c */
    int64_t first[TM_MEMORY_NUMBERS];
    const int64_t* begun;   /* the numbers at which the next all-threads lap starts; NULL: the current ones */
    struct tm_owner* owner; /* of the thread's allocations (blocks.h) */
    struct tm_memory_cell* next;
    atomic_bool is_used;
};

/* NULL before the thread's first call. */
extern __thread struct tm_memory_cell* tm_memory_cell __attribute__((tls_model("initial-exec")));

/* Creates it; NULL without memory, and while it is being created. */
extern struct tm_memory_cell* tm_memory_new_cell(void);

/* Adds the cell's unpublished numbers to those of all threads. */
extern void tm_memory_publish(struct tm_memory_cell* cell);

#pragma GCC visibility pop

static inline struct tm_memory_cell* tm_memory_own_cell(void) {
    struct tm_memory_cell* cell = tm_memory_cell;
    return __builtin_expect(cell != NULL, 1) ? cell : tm_memory_new_cell();
}

/* Adds to `net`. */
static inline void tm_memory_change(struct tm_memory_cell* cell, int64_t bytes) {
    int64_t net = cell->counted.net + bytes;
    cell->counted.net = net;
    if (net > cell->peak) cell->peak = net;
    if (net > cell->top) cell->top = net;
    int64_t unpublished = cell->unpublished + bytes;
    cell->unpublished = unpublished;
    if (__builtin_expect((uint64_t)(unpublished + TM_MEMORY_STEP) > 2 * TM_MEMORY_STEP, 0)) tm_memory_publish(cell);
}

#endif
