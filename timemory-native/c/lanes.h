/*
 * What each thread does, in plain memory, for the case that the results cannot be made: which regions it has open, and how many laps it has
 * measured of each name.
 *
 * A lane belongs to one thread at a time and is only written by it; when the thread ends the next one goes on with it, so that no count is
 * lost. Lanes are never freed. They hold regions that are pushed by name, which is what the library sees of a region before Kotlin does.
 */
#ifndef TM_LANES_H
#define TM_LANES_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { TM_LANE_DEPTH = 64, TM_LANE_BLOCK = 256, TM_LANE_BLOCKS = 256 };

struct tm_lane {
    struct tm_lane* next;
    int thread; /* its number to the system, 0 while the lane is free */
    int depth;  /* how many regions are open, of which the outermost are in `open` */
    int32_t open[TM_LANE_DEPTH];
    uint64_t further; /* laps of names that have no number */
    uint64_t* laps[TM_LANE_BLOCKS]; /* by name: block and place in it */
};
extern __thread struct tm_lane* tm_lane __attribute__((tls_model("initial-exec")));

/* Makes `tm_lane`, for a thread that is seen for the first time, and gives it back; it stays NULL where there is no memory. */
extern void tm_take_lane(void);
extern void tm_give_lane(void);

/* A block of counts for the name with the number. */
extern void tm_count_block(struct tm_lane* lane, int32_t number);

/* Writes what all lanes hold. Takes no lock and no memory. */
extern void tm_dump(int file);

#pragma GCC visibility pop

static inline void tm_lane_push(int32_t number) {
    struct tm_lane* lane = tm_lane;
    if (__builtin_expect(lane == 0, 0)) return;
    int depth = lane->depth;
    if (__builtin_expect((unsigned)depth < TM_LANE_DEPTH, 1)) lane->open[depth] = number;
    lane->depth = depth + 1;
}

/* What was pushed last is not measured after all. */
static inline void tm_lane_unpush(void) {
    struct tm_lane* lane = tm_lane;
    if (lane != 0 && lane->depth > 0) lane->depth--;
}

static inline void tm_lane_pop(int32_t number) {
    struct tm_lane* lane = tm_lane;
    if (__builtin_expect(lane == 0 || lane->depth == 0, 0)) return;
    lane->depth--;
    if (__builtin_expect(number < 0, 0)) {
        lane->further++;
        return;
    }
    uint64_t* block = lane->laps[number / TM_LANE_BLOCK];
    if (__builtin_expect(block == 0, 0)) return tm_count_block(lane, number);
    block[number % TM_LANE_BLOCK]++;
}

#endif
