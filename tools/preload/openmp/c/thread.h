/*
 * What one thread is executing, according to the runtime's events: a stack of regions, and of places that it entered.
 *
 * Events come in pairs, but not all of them: a runtime may leave out the end of what was cancelled or abandoned. So an end is not taken
 * for that of the region on top, but looked for by what the runtime gave at the beginning (`key`), and whatever is on top of it ends with
 * it. An end whose beginning is not there, as measuring was off then, does nothing.
 *
 * Only its thread uses it. Nothing is allocated after the first event of a kind on a thread, but where the stack grows.
 */
#ifndef TM_THREAD_H
#define TM_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "timemory/context.h"

#pragma GCC visibility push(hidden)

struct tm_team;

enum tm_kind {
    TM_FRAME, /* not a region: the parent of what is on top of it is the place of a team */
    TM_WAIT,  /* not a region: the thread is done with its implicit task, and waits for the others of the team (team.h) */
    TM_PARALLEL,
    TM_IMPLICIT,
    TM_TASK,
    TM_SYNC,
    TM_WORK,
    TM_MASTER,
    TM_NESTED_LOCK,
    TM_TARGET
};

struct tmomp_open {
    enum tm_kind kind;
    int subkind;
    bool is_recorded; /* by libtimemory.so: the program may have ended measuring before */
    uintptr_t key;
    const char* label;
    struct tm_team* team;       /* of parallel regions, frames, implicit tasks and waits */
    timemory_context_t context; /* 0 for the thread that opened the parallel region, which is there itself */
    int64_t since;
    uint64_t turn; /* of the team's record */
};

struct tm_thread {
    bool is_worker;    /* of a runtime: it has nothing to do outside of teams */
    int unmeasured;    /* parallel regions that it opened while nothing was measured, and is in: nothing of them is */
    const char* begun; /* the label of its beginning, until that is stored */
    int depth, room;
    struct tmomp_open* open;
    uint64_t awaited;      /* the lock */
    int64_t awaited_since; /* 0 for none */
    struct tm_team* spare; /* records of teams that it opened before */
    struct tm_spelling* spellings[64];
    int spelling_count;
};

/* The calling thread's; NULL where there is no memory. */
extern struct tm_thread* tm_this_thread(void);

/* Returns the innermost open region, or NULL. */
static inline struct tmomp_open* tm_top(struct tm_thread* thread) { return thread->depth == 0 ? NULL : &thread->open[thread->depth - 1]; }

/* Opens a region or, of the first two kinds, notes something; NULL where there is no memory, and then it is not opened. */
extern struct tmomp_open* tmomp_open(struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key, const char* label);

/* The place in the stack of what was opened so; -1 for nothing. */
extern int tm_find(const struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key);

/* Ends what is on top until there is so much left. */
extern void tm_close_to(struct tm_thread* thread, int depth);

/* Ends what was opened so, with what is on top of it. */
extern void tm_close(struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key);

/* Ends the entry at the place in the stack, and leaves open what is on top of it. */
extern void tm_close_alone(struct tm_thread* thread, int at);

/* ---- Events without duration --------------------------------------------------------------------------------------------------------- */

/* How a label is made of `base` and two numbers. */
enum tm_style { TM_PLAIN, TM_DEVICE /* base_dev_A */, TM_BETWEEN /* base_src_A_dest_B */, TM_NUMBERED /* base_A */ };

/* The label, for as long as the thread lives. */
extern const char* tm_label(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b);

/* Stores a number at a region of its own, below where the thread stands. */
extern void tm_store(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b, int64_t number);

/* Stores 1 at a region that is called after a device and a name of its own. */
extern void tm_store_named(const char* base, int device, const char* name);

#pragma GCC visibility pop

#endif
