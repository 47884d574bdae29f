/*
 * What one thread is executing, according to the runtime's events: a stack of regions, and of contexts that it entered.
 *
 * Events come in pairs, but not all of them: a runtime may omit the end of cancelled or abandoned constructs. So an end is not assumed to
 * be that of the region on top, but is looked up by the value passed at the start (`key`), and everything above it ends with it. An end
 * without a start, because measuring was off then, does nothing.
 *
 * Used only by its thread. Nothing is allocated after the first event of a kind on a thread, except when the stack grows.
 */
#ifndef TM_THREAD_H
#define TM_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "timemory/context.h"

#pragma GCC visibility push(hidden)

struct tm_team;

enum tm_kind {
    TM_FRAME, /* not a region: the parent of the entries above is the context of a team */
    TM_WAIT,  /* not a region: the thread has finished its implicit task, and waits for the others of the team (team.h) */
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
    timemory_context_t context; /* 0 for the thread that opened the parallel region, which is in it already */
    int64_t since;
    uint64_t turn; /* of the team's record */
};

struct tm_thread {
    bool is_worker;    /* of a runtime: it has nothing to do outside of teams */
    int unmeasured;    /* parallel regions that it opened while nothing was measured, and is still in: nothing of them is measured */
    const char* begun; /* the label of its start event, until that is stored */
    int depth, room;
    struct tmomp_open* open;
    uint64_t awaited;      /* the lock */
    int64_t awaited_since; /* 0 for none */
    struct tm_team* spare; /* records of teams that it opened before */
    struct tm_spelling* spellings[64];
    int spelling_count;
};

/* Returns that of the calling thread; NULL without memory. */
extern struct tm_thread* tm_this_thread(void);

/* Returns the innermost open region, or NULL. */
static inline struct tmomp_open* tm_top(struct tm_thread* thread) { return thread->depth == 0 ? NULL : &thread->open[thread->depth - 1]; }

/* Opens a region or, for the first two kinds, adds an entry; NULL without memory, and then it is not opened. */
extern struct tmomp_open* tmomp_open(struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key, const char* label);

/* Returns the index in the stack of the entry opened this way; -1 if there is none. */
extern int tm_find(const struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key);

/* Ends the top entries until this many are left. */
extern void tm_close_to(struct tm_thread* thread, int depth);

/* Ends the entry opened this way, with everything above it. */
extern void tm_close(struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key);

/* Ends the entry at the index in the stack, and leaves the entries above it open. */
extern void tm_close_alone(struct tm_thread* thread, int at);

/* ---- Events without duration --------------------------------------------------------------------------------------------------------- */

/* How a label is made from `base` and two numbers. */
enum tm_style { TM_PLAIN, TM_DEVICE /* base_dev_A */, TM_BETWEEN /* base_src_A_dest_B */, TM_NUMBERED /* base_A */ };

/* Returns the label, which is valid until the thread ends. */
extern const char* tm_label(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b);

/* Stores a number at a separate region, below the thread's current one. */
extern void tm_store(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b, int64_t number);

/* Stores 1 at a region named after a device and a separate name. */
extern void tm_store_named(const char* base, int device, const char* name);

#pragma GCC visibility pop

#endif
