/*
 * The teams of parallel regions: the parents of their threads' regions, and how long the threads waited at the end.
 *
 * The thread that opens a parallel region creates a record of the team, which the runtime passes to the others as the data of the parallel
 * region. Each of the others enters its call context for the implicit task.
 *
 * **The end of a parallel region.** A thread that has done its part waits in a barrier until all others have. A runtime does not report
 * when that ends for the workers: they stay in the barrier, and therefore in their implicit task, until they are needed for the next
 * parallel region or the runtime shuts down, which may be a long time in which they do nothing. Therefore
 *
 * - the implicit task of each thread ends when it reaches that barrier, measured by the thread itself;
 * - from then on it has no region open. It stores its arrival time in a slot of the team's record;
 * - the thread that opened the region records, when it ends, the waits of all others until then: one lap each, concurrent with the implicit
 *   tasks. If a thread leaves the barrier before that is reported, as in nested regions, it records its own. `state` decides which thread
 *   does.
 *
 * Explicit tasks that a thread runs in that barrier are its siblings, and their time is not part of the wait.
 *
 * Records are reused, each time with another `turn`, and never freed: a thread may access its slot long after the region has ended.
 */
#ifndef TM_TEAM_H
#define TM_TEAM_H

#include <stdatomic.h>

#include "omp.h"
#include "thread.h"

#pragma GCC visibility push(hidden)

struct tm_slot {
    _Alignas(64) _Atomic uint64_t state; /* the turn while the thread waits, and 0 once a thread records it */
    int64_t arrived;
    _Atomic int64_t busy; /* of the wait, with tasks */
};

struct tm_team {
    struct tm_team* next;
    struct tm_thread* owner;
    uint64_t turn;
    timemory_context_t context;
    const void* codeptr; /* of the construct */
    _Atomic(const char*) wait_label;
    int64_t ended;          /* when its owner left the barrier; 0 before */
    unsigned threads, room; /* the maximum, in this turn and in any */
    struct tm_slot slots[];
};

extern int64_t tm_now(void);

/* Adds a timed lap: below the context, or for 0 below the calling thread's current region. */
extern void tm_add_lap(timemory_context_t context, const char* label, int64_t nanoseconds);

/* Creates a team with this maximum number of threads, opened by the thread; NULL without memory. */
extern struct tm_team* tm_new_team(struct tm_thread* owner, unsigned threads);

/* Records the waits of all others, and releases the record. */
extern void tm_end_team(struct tm_team* team);

/* Called when the thread ends: its records can be reused by others. */
extern void tm_leave_teams(struct tm_thread* thread);

/* Records the thread's regions below the parallel region from now on; false if they are not recorded. */
extern bool tm_enter_frame(struct tm_thread* thread, struct tm_team* team, timemory_context_t context);
extern void tm_leave_frame(const struct tmomp_open* frame);

/* The thread has reached the end of its implicit task with the key. */
extern void tm_begin_wait(struct tm_thread* thread, struct tm_team* team, timemory_context_t context, uint64_t turn, uintptr_t key,
                          const char* label);
extern void tm_end_wait(const struct tmomp_open* wait);

#pragma GCC visibility pop

#endif
