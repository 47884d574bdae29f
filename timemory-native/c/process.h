/*
 * Entering and leaving Kotlin: every function of the library starts and ends with this.
 *
 * **Forks.** A process that was forked while the Kotlin runtime ran has a copy of its memory but none of its threads: sooner or later an
 * allocation would wait for the garbage collector. So such a process never enters Kotlin, and does not record its parent's regions.
 *
 * **Signals.** A handler that interrupts a library function and calls one on the same thread would find inconsistent data, or wait for a
 * lock that its own thread owns. Such a call does nothing, is counted, and is reported later. Threads that the library starts are inside it
 * from start to end (own_threads.c).
 *
 * **Cancelled threads** (`pthread_cancel`) would be unwound through Kotlin frames, which ends the process. Inside the library, cancellation
 * is disabled, and takes effect at the next cancellation point outside. Disabling takes two atomic operations of the C library, 17 ns, so
 * short functions, such as those of regions, do it only once the process has cancelled a thread (cancellation.c).
 *
 * **Ending threads** have their thread-specific data destroyed in the order of its keys, which includes Kotlin's. Later destructors may
 * still enter the library; Kotlin then registers the thread again and knows nothing of its open regions. So the library creates its key
 * just before Kotlin creates its own, and its destructor closes what is open.
 *
 * **Exit by a signal.** Threads that are inside when the signal arrives finish their call, and are held when they leave; threads that enter
 * later are held on entry (cinterop/linux/c/process_exit.h).
 *
 * All of this costs two loads: whether any flag is set, and whether the thread is inside already.
 */
#ifndef TM_PROCESS_H
#define TM_PROCESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "got.h" /* calls made inside the library bypass gotchas */

#pragma GCC visibility push(hidden)

/* Flags that are checked before Kotlin is entered. */
enum { TM_NEVER_ENTERED = 1, TM_FORKED = 2, TM_ENDS = 4, TM_REFUSED = 8, TM_CANCELS = 16 };
extern atomic_int tm_state_flags;

struct tm_here {
    int holds_cancelling;
    int cancelling;    /* the state to restore */
    int was_cancelled; /* set by the thread that cancels this one */
};
extern __thread struct tm_here tm_here __attribute__((tls_model("initial-exec")));

extern bool tm_enter_heeding(void);
extern void tm_leave_heeding(void);

/* The region that the thread measures without Kotlin; it is reclaimed before the thread enters Kotlin (fast_path.h). */
struct tm_cached_region;
extern __thread struct tm_cached_region* tm_cached_region __attribute__((tls_model("initial-exec")));
extern void tm_reclaim_cached_region(void);

/* Called when a thread is inside for the first time: watches for its end. */
extern void tm_watch_thread(void);

/* Prepares a new thread for signals after a stack overflow. */
extern void tm_thread_began(void);

/* The process that entered Kotlin first; 0 before. */
extern pid_t tm_process;

/* Writes the results and ends the process with the status; NULL until Kotlin is entered. */
extern void (*tm_leaving)(int status);

/* Called when a session has ended. */
extern void tm_session_ended(void);

/* Returns how many calls were refused since the last call. */
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

/* If false, the function must do nothing; otherwise it must end with tm_leave. */
static inline bool tm_enter(void) {
    if (__builtin_expect(atomic_load_explicit(&tm_state_flags, memory_order_relaxed) | tm_got_thread.inside, 0) && !tm_enter_heeding())
        return false;
    tm_begin_inside();
    if (__builtin_expect(tm_cached_region != NULL, 0)) tm_reclaim_cached_region();
    return true;
}

static inline void tm_leave(void) {
    atomic_signal_fence(memory_order_seq_cst);
    tm_got_thread.inside = 0;
    atomic_signal_fence(memory_order_seq_cst);
    if (__builtin_expect(atomic_load_explicit(&tm_state_flags, memory_order_relaxed), 0)) tm_leave_heeding();
    /* Last: a thread that was cancelled asynchronously ends here, and its destructors run outside the library. */
    if (__builtin_expect(tm_here.holds_cancelling, 0)) {
        tm_here.holds_cancelling = 0;
        pthread_setcancelstate(tm_here.cancelling, NULL);
    }
}

static inline void tm_leave_scope(char* unused) {
    (void)unused;
    tm_leave();
}

/* Enters for the rest of the block, for about the duration of a region. If that is not allowed, returns the arguments. */
#define TM_BRIEFLY_INSIDE(...)           \
    if (!tm_enter()) return __VA_ARGS__; \
    __attribute__((cleanup(tm_leave_scope), unused)) char tm_inside = 0

/* The same, for any duration. */
#define TM_INSIDE(...)              \
    TM_BRIEFLY_INSIDE(__VA_ARGS__); \
    tm_hold_cancelling()

#endif
