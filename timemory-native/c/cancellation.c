/*
 * Cancelling threads that measure (see process.h). This library's `pthread_cancel` replaces the C library's in programs that are linked
 * with it. It is not called if the library is loaded later, nor by the C library itself.
 *
 * A thread that is cancelled asynchronously gets a signal and is unwound from wherever it is. The C library sends that signal only while
 * the thread has cancellation enabled, but the thread may disable it, and enter Kotlin, before the signal arrives. So the two take turns:
 * nothing is sent while the thread is inside without having disabled cancellation, and while something is being sent the thread waits
 * outside. Once `pthread_cancel` has returned, the signal is pending, and every system call of the thread ends by delivering it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cancellation.h"
#include "process.h"

enum { MAX_WAIT_NS = 1000000000 };

/* The thread that is being cancelled, or 0. Other calls of pthread_cancel wait for their turn. */
static _Atomic pthread_t cancelled;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * (int64_t)1000000000 + time.tv_nsec;
}

/* Lets other threads run, unless that has been tried for too long. */
static bool waits(int64_t deadline) { return now() < deadline && sched_yield() == 0; }

/* The variable of the other thread that this is of ours: both are at one distance from what the C library keeps of their thread. */
static void* of_thread(pthread_t thread, void* ours) { return (char*)thread + ((char*)ours - (char*)pthread_self()); }

void tm_enter_uncancelled(void) {
    for (int64_t deadline = 0;;) {
        tm_begin_inside();
        atomic_thread_fence(memory_order_seq_cst);
        if (!pthread_equal(atomic_load(&cancelled), pthread_self())) break;
        tm_got_thread.inside = 0;
        if (deadline == 0) deadline = now() + MAX_WAIT_NS;
        if (!waits(deadline)) break;
    }
    tm_begin_inside();
    if (tm_here.was_cancelled) sched_yield(); /* here at the latest the thread ends, if it was to end at once */
    tm_hold_cancelling();
}

void tm_cancellation_in_child(void) { atomic_store(&cancelled, (pthread_t)0); }

/* Waits until each thread that is not inside sees that threads are cancelled when it enters. */
static void tell_all_threads(void) {
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
        syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0)
        return;
    usleep(20000);
}

/* Whether a signal would meet the thread in Kotlin. */
static bool may_be_hit_inside(const struct tm_got_thread* got, const struct tm_here* here) {
    return __atomic_load_n(&got->inside, __ATOMIC_SEQ_CST) && !__atomic_load_n(&here->holds_cancelling, __ATOMIC_SEQ_CST);
}

static int cancel_other(pthread_t thread, int (*real)(pthread_t)) {
    struct tm_here* here = of_thread(thread, &tm_here);
    const struct tm_got_thread* got = of_thread(thread, &tm_got_thread);
    int64_t deadline = now() + MAX_WAIT_NS;
    pthread_t none = 0;
    bool is_ours;
    while (!(is_ours = atomic_compare_exchange_strong(&cancelled, &none, thread)) && waits(deadline)) none = 0;
    __atomic_store_n(&here->was_cancelled, 1, __ATOMIC_SEQ_CST);
    while (may_be_hit_inside(got, here) && waits(deadline)) {}
    int status = real(thread);
    if (is_ours) atomic_store(&cancelled, (pthread_t)0);
    return status;
}

int pthread_cancel(pthread_t thread) {
    int (*real)(pthread_t) = (int (*)(pthread_t))dlsym(RTLD_NEXT, "pthread_cancel");
    if (real == NULL) return ENOSYS;
    if (atomic_load(&tm_state_flags) & TM_FORKED) return real(thread);
    if (tm_got_thread.inside) tm_hold_cancelling(); /* called by a component */
    int state;
    bool is_first = !(atomic_fetch_or(&tm_state_flags, TM_CANCELS) & TM_CANCELS);
    if (pthread_equal(thread, pthread_self())) return real(thread);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    if (is_first) tell_all_threads();
    int status = cancel_other(thread, real);
    pthread_setcancelstate(state, NULL);
    return status;
}
