/*
 * Holds the threads of the program while a signal ends the process.
 *
 * A held thread may own a lock that the writing needs: that of stdout or malloc, or, in Kotlin code, the garbage collector waits for it. So
 * if the writer waits for a lock, held threads run for some milliseconds, longer each time. There are two exceptions: a thread that waits
 * in a system call is not released, because the program would take that for the end of its wait, and one inside the library is not held
 * until it leaves the library (tm_exit_pass).
 */
#ifndef TM_HELD_THREADS_H
#define TM_HELD_THREADS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <ucontext.h>

#pragma GCC visibility push(hidden)

/*
 * Holds the calling thread. Returns when it `may_run` for a while, or when the results are written if `until_written`; otherwise never. If
 * the exit thread makes no progress either, it ends the process.
 */
extern void tm_exit_hold(bool may_run, bool until_written);

/* Holds the calling thread in a signal handler. Returns while held threads may run. */
extern void tm_exit_hold_in_handler(const ucontext_t* context);

/* The same, for a thread to which another one has sent the signal. */
extern void tm_exit_hold_as_sent(const ucontext_t* context);

/* If the calling thread is inside the library, makes it be held when it leaves; otherwise returns false. */
extern bool tm_exit_defer_if_inside(void);

/* Sends another thread the signal, with a value that makes our handler hold it. */
extern void tm_exit_hold_other(pid_t thread, int number);

/* Sends it to the main thread; sets tm_exit.calls_main until that receives it. */
extern void tm_exit_hold_main(int number);

/* Lets held threads run for the given time, or until the writer makes progress; if there is none, until no thread is inside the library. */
extern void tm_exit_let_run(int64_t nanoseconds);

/* Releases the threads that wait until the results are written. */
extern void tm_exit_release(void);

#pragma GCC visibility pop

#endif
