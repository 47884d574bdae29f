/*
 * What each thread does, in plain memory, for the case that the results cannot be made: which regions it has open, and how many laps it has
 * measured of each name.
 *
 * A buffer belongs to one thread at a time and is only written by it; when the thread ends the next one continues with it, so that no count
 * is lost. Lanes are never freed. They hold regions that are pushed by name, which is what the library sees of a region before Kotlin does.
 */
#ifndef TM_CRASH_LOG_H
#define TM_CRASH_LOG_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { TM_CRASH_LOG_DEPTH = 64, TM_CRASH_LOG_BLOCK = 256, TM_CRASH_LOG_BLOCKS = 256 };

struct tm_crash_log {
    struct tm_crash_log* next;
    int thread; /* its number to the system, 0 while the buffer is free */
    int depth;  /* how many regions are open, of which the outermost are in `open` */
    int32_t open[TM_CRASH_LOG_DEPTH];
    uint64_t further;                    /* laps of names that have no number */
    uint64_t* laps[TM_CRASH_LOG_BLOCKS]; /* by name: block and place in it */
};
extern __thread struct tm_crash_log* tm_crash_log __attribute__((tls_model("initial-exec")));

/* Makes `tm_crash_log`, for a thread that is seen for the first time, and gives it back; it stays NULL where there is no memory. */
extern void tm_acquire_crash_log(void);
extern void tm_release_crash_log(void);

/* A block of counts for the name with the number. */
extern void tm_count_block(struct tm_crash_log* buffer, int32_t number);

/* Writes what all buffers hold. Takes no lock and no memory. */
extern void tm_dump(int file);

#pragma GCC visibility pop

static inline void tm_crash_log_push(int32_t number) {
    struct tm_crash_log* buffer = tm_crash_log;
    if (__builtin_expect(buffer == 0, 0)) return;
    int depth = buffer->depth;
    if (__builtin_expect((unsigned)depth < TM_CRASH_LOG_DEPTH, 1)) buffer->open[depth] = number;
    buffer->depth = depth + 1;
}

/* Removes the last pushed region, which is not measured after all. */
static inline void tm_crash_log_unpush(void) {
    struct tm_crash_log* buffer = tm_crash_log;
    if (buffer != 0 && buffer->depth > 0) buffer->depth--;
}

static inline void tm_crash_log_pop(int32_t number) {
    struct tm_crash_log* buffer = tm_crash_log;
    if (__builtin_expect(buffer == 0 || buffer->depth == 0, 0)) return;
    buffer->depth--;
    if (__builtin_expect(number < 0, 0)) {
        buffer->further++;
        return;
    }
    uint64_t* block = buffer->laps[number / TM_CRASH_LOG_BLOCK];
    if (__builtin_expect(block == 0, 0)) return tm_count_block(buffer, number);
    block[number % TM_CRASH_LOG_BLOCK]++;
}

#endif
