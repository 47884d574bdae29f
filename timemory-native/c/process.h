/*
 * The way into Kotlin, and out of it: what every function of the library begins and ends with.
 *
 * **Forks.** A process that was forked while the Kotlin runtime ran has a copy of its memory, but not its threads: what it allocates would
 * one day wait for a collector that is not there. Such a process enters Kotlin no more. Whatever it was to measure, its parent's regions
 * are not its own.
 *
 * **Signals.** A handler that interrupts a function of the library on its own thread and calls one itself would find half-changed data or
 * wait for a lock that its own thread holds. Such a call does nothing, is counted, and reported later. Threads that the library starts are
 * inside it from start to end (own_threads.c).
 *
 * **Cancelled threads** (`pthread_cancel`) would be unwound through Kotlin's frames, which ends the process. Cancelling is held back inside
 * and comes at the next cancellation point outside. That takes two atomic operations of the C library, 17 ns, so what takes no longer than
 * a region does so only once the process has cancelled a thread: `pthread_cancel` is ours, and the first time lets such functions end
 * before it goes on.
 *
 * **Threads that end** have their variables destroyed in the order of their keys, and Kotlin's are among them. Destructors that come later
 * may enter all the same, and Kotlin begins anew with that thread: it knows nothing of what was open before. So the library's key is made
 * just before Kotlin makes its own, and whatever has to be closed is closed by its destructor.
 *
 * **The end of the process by a signal**: threads that are inside when it comes finish what they do, and are held as they leave; those that
 * come later, as they enter (cinterop/linux/c/process_exit.h).
 *
 * All of it is asked by two loads: something is to be heeded, or the thread is inside already.
 */
#ifndef TM_PROCESS_H
#define TM_PROCESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "got.h" /* what it calls inside passes gotchas by */

#pragma GCC visibility push(hidden)

/* What is to be heeded before Kotlin is entered. */
enum { TM_NEVER_ENTERED = 1, TM_FORKED = 2, TM_ENDS = 4, TM_REFUSED = 8, TM_CANCELS = 16 };
extern atomic_int tm_state_flags;

struct tm_here {
    int holds_cancelling;
    int cancelling; /* the state to go back to then */
};
extern __thread struct tm_here tm_here __attribute__((tls_model("initial-exec")));

extern bool tm_enter_heeding(void);
extern void tm_leave_heeding(void);

/* What the thread measures by itself, which is taken back before it enters Kotlin: see fast_path.h. */
struct tm_cached_region;
extern __thread struct tm_cached_region* tm_cached_region __attribute__((tls_model("initial-exec")));
extern void tm_reclaim_cached_region(void);

/* A thread that is inside for the first time: its end is to be seen. */
extern void tm_watch_thread(void);

/* Prepares a thread that is seen for the first time for signals that come when its stack has overflowed. */
extern void tm_thread_began(void);

/* The process that entered Kotlin first; 0 before. */
extern pid_t tm_process;

/* Has the results written and ends the process with the status; NULL until Kotlin was entered. */
extern void (*tm_leaving)(int status);

/* Called when a session has ended, by whomever. */
extern void tm_session_ended(void);

/* How many calls were refused since this was last asked. */
extern int tm_take_refused(void);

#pragma GCC visibility pop

static inline void tm_hold_cancelling(void) {
    if (tm_here.holds_cancelling) return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &tm_here.cancelling);
    tm_here.holds_cancelling = 1;
}

static inline void tm_begin_inside(void) {
    tm_got_thread.inside = 1;
    atomic_signal_fence(memory_order_seq_cst);
}

/* Where false, the function must do nothing; otherwise tm_leave ends it. */
static inline bool tm_enter(void) {
    if (__builtin_expect(atomic_load_explicit(&tm_state_flags, memory_order_relaxed) | tm_got_thread.inside, 0) && !tm_enter_heeding())
        return false;
    tm_begin_inside();
    if (__builtin_expect(tm_cached_region != NULL, 0)) tm_reclaim_cached_region();
    return true;
}

static inline void tm_leave(void) {
    if (__builtin_expect(tm_here.holds_cancelling, 0)) {
        tm_here.holds_cancelling = 0;
        pthread_setcancelstate(tm_here.cancelling, NULL);
    }
    atomic_signal_fence(memory_order_seq_cst);
    tm_got_thread.inside = 0;
    atomic_signal_fence(memory_order_seq_cst);
    if (__builtin_expect(atomic_load_explicit(&tm_state_flags, memory_order_relaxed), 0)) tm_leave_heeding();
}

static inline void tm_leave_scope(char* unused) {
    (void)unused;
    tm_leave();
}

/* Enters for the rest of the block, for as long as a region takes; where that must not be, the function returns what is given. */
#define TM_BRIEFLY_INSIDE(...)           \
    if (!tm_enter()) return __VA_ARGS__; \
    __attribute__((cleanup(tm_leave_scope), unused)) char tm_inside = 0

/* As above, for however long. */
#define TM_INSIDE(...)              \
    TM_BRIEFLY_INSIDE(__VA_ARGS__); \
    tm_hold_cancelling()

#endif
