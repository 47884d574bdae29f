/*
 * The teams of parallel regions: where their threads' regions hang, and how long the threads waited at the end.
 *
 * The thread that opens a parallel region makes a record of the team, which the runtime hands to the others as the data of the parallel
 * region. Its place in the call graph is entered by each of the others for its implicit task.
 *
 * **The end of a parallel region.** A thread that has done its part waits in a barrier until all others have. A runtime does not report
 * when that ends for the workers: they stay in the barrier, and with that in their implicit task, until they are wanted for the next
 * parallel region or the runtime shuts down, which may be a long time in which they do nothing. So here
 *
 * - the implicit task of each thread ends where it comes to that barrier, measured by the thread itself;
 * - from then on it has no region open. It notes when it came in a slot of the team's record;
 * - the thread that opened the region records, when it ends, the waits of all others until then: one lap each, beside the implicit tasks.
 *   Where a thread leaves the barrier before that is reported, as in nested regions, it records its own. `state` decides who does.
 *
 * Explicit tasks that a thread runs in that barrier are its siblings, and their time is not part of the wait.
 *
 * Records are used again, each time with another `turn`, and never freed: a thread may look at its slot when the region is long over.
 */
#ifndef TM_TEAM_H
#define TM_TEAM_H

#include <stdatomic.h>

#include "omp.h"
#include "thread.h"

#pragma GCC visibility push(hidden)

struct tm_slot {
    _Alignas(64) _Atomic uint64_t state; /* the turn while the thread waits, and 0 once someone records it */
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
    unsigned threads, room; /* at most so many, in this turn and in any */
    struct tm_slot slots[];
};

extern int64_t tm_now(void);

/* A lap that was timed: below the place, or for 0 below where the calling thread stands. */
extern void tm_add_lap(timemory_context_t context, const char* label, int64_t nanoseconds);

/* A team of at most so many threads, opened by the thread; NULL where there is no memory. */
extern struct tm_team* tm_new_team(struct tm_thread* owner, unsigned threads);

/* Records the waits of all others, and gives the record back. */
extern void tm_end_team(struct tm_team* team);

/* The thread ends: its records are for others. */
extern void tm_leave_teams(struct tm_thread* thread);

/* From now on the thread's regions are below the parallel region; false if they are not recorded. */
extern bool tm_enter_frame(struct tm_thread* thread, struct tm_team* team, timemory_context_t context);
extern void tm_leave_frame(const struct tmomp_open* frame);

/* The thread has come to the end of its implicit task with the key. */
extern void tm_begin_wait(struct tm_thread* thread, struct tm_team* team, timemory_context_t context, uint64_t turn, uintptr_t key,
                          const char* label);
extern void tm_end_wait(const struct tmomp_open* wait);

#pragma GCC visibility pop

#endif
