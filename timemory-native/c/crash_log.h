/*
 * The activity of each thread, in plain memory, in case no results can be produced: its open regions and the number of laps per name.
 *
 * A buffer belongs to one thread at a time and is only written by it; when the thread ends, the next one continues with it, so that no
 * count is lost. Buffers are never freed. They contain regions pushed by name, which are known to the library before Kotlin is entered.
 */
#ifndef TM_CRASH_LOG_H
#define TM_CRASH_LOG_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { TM_CRASH_LOG_DEPTH = 64, TM_CRASH_LOG_BLOCK = 256, TM_CRASH_LOG_BLOCKS = 256 };

struct tm_crash_log {
    struct tm_crash_log* next;
    int thread; /* its thread ID, 0 while the buffer is free */
    int depth;  /* number of open regions, of which the outermost ones are in `open` */
    int32_t open[TM_CRASH_LOG_DEPTH];
    uint64_t further;                    /* laps of names without a number */
    uint64_t* laps[TM_CRASH_LOG_BLOCKS]; /* by name: block and index in it */
};
extern __thread struct tm_crash_log* tm_crash_log __attribute__((tls_model("initial-exec")));

/* Creates and returns `tm_crash_log` for a thread seen for the first time; it stays NULL if there is no memory. */
extern void tm_acquire_crash_log(void);
extern void tm_release_crash_log(void);

/* Returns the block of counts for the name with the number. */
extern void tm_count_block(struct tm_crash_log* buffer, int32_t number);

/* Writes the contents of all buffers. Takes no lock and allocates no memory. */
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
