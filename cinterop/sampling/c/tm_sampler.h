/*
 * Samples the stacks of threads: a timer for each thread's CPU time, or for elapsed time, sends it a signal at intervals, whose handler
 * records the stack.
 *
 * **The handler** only accesses plain memory: no locks, no allocation, no thread-local variables, because it may interrupt malloc, the
 * dynamic linker and the Kotlin runtime. Everything it needs is passed with the signal: the slot of the timer's thread. In a Python program
 * it asks the interpreter for the thread's state, which reads a thread-local variable (tm_python.h).
 *
 * **Slots** (`struct tm_sampled`) are reused by later threads and never freed, so a signal that arrives late finds one that is not armed.
 * Each has a ring buffer in which the thread's samples wait to be taken (tm_sampled_take), by one taker at a time. A sample for which there
 * is no room is counted as lost.
 *
 * **The region** of a sample is found by counting: the handler counts the thread's samples; the thread checks the count whenever its region
 * changes (NativeWatch.kt).
 *
 * **Forks.** Timers are not inherited: a child has the handler, but no samples.
 */
#ifndef TM_SAMPLER_H
#define TM_SAMPLER_H

#include <stdint.h>

#define TM_SAMPLED_CPU 0
#define TM_SAMPLED_WALL 1
#define TM_SAMPLED_KINDS 2

/* Maximum number of functions of a stack that are examined. */
#define TM_SAMPLED_DEPTH 1024

struct tm_sampled;
typedef struct tm_sampled tm_sampled;

/*
 * Claims a signal for sampling: SIGPROF, or a real-time signal if the program handles SIGPROF. Returns its number, or -errno. `ring` is the
 * number of words in the buffer of each thread, a power of two.
 */
int tm_sampling_begin(int64_t ring);

/* Whether the signal is still handled by this handler: the program may have replaced it. */
int tm_sampling_has_signal(void);

/* Returns a slot for thread `thread`, given by its system thread ID; NULL if there are none left, or no memory. */
struct tm_sampled* tm_sampled_for(int thread);

/* The slot belongs to the calling thread, and is disarmed when the thread ends. Returns 0, or errno. */
int tm_sampled_own(struct tm_sampled* place);

/* Takes samples of `kind` from now on, after `first` nanoseconds and then each `period`, unless it already does. Returns 0, or errno. */
int tm_sampled_arm(struct tm_sampled* place, int kind, int64_t first, int64_t period);

/* Stops sampling. */
void tm_sampled_disarm(struct tm_sampled* place);

/* Whether the thread has ended: no more samples will come. */
int tm_sampled_has_ended(const struct tm_sampled* place);

/* For a thread that blocks the signal, or did when it ended: the CPU time without samples, in nanoseconds. 0 for others. */
int64_t tm_sampled_blocked(const struct tm_sampled* place);

/* Discards the remaining samples of a thread that is not armed. */
void tm_sampled_discard(struct tm_sampled* place);

/* Frees the slot for another thread: everything has been taken. */
void tm_sampled_release(struct tm_sampled* place);

/* Returns the address of the thread's sample count. */
int64_t* tm_sampled_count(struct tm_sampled* place);

/* The number of periods for which there was no room. */
int64_t tm_sampled_lost(const struct tm_sampled* place);

/*
 * Takes one sample: its functions' addresses, innermost first, followed by the words of Python functions (tm_python.h); `*about` receives
 * the number of those, the kind, and the number of periods it represents (see TM_SAMPLE_...). Returns 0 if there is none. `into` must have
 * room for TM_SAMPLED_DEPTH.
 */
int tm_sampled_take(struct tm_sampled* place, int64_t* into, int64_t* about);

#define TM_SAMPLE_KIND(about) ((int)((about)&0xff))
#define TM_SAMPLE_IS_CUT(about) ((int)((about) >> 8 & 0xff))
#define TM_SAMPLE_FRAMES(about) ((int)((about) >> 16 & 0xffff))
#define TM_SAMPLE_PERIODS(about) ((int64_t)((uint64_t)(about) >> 32))

/*
 * Stores the addresses on the calling thread's stack, innermost first, without this function's; returns their number. If it runs Python,
 * only half of `most`, because the rest holds the Python functions.
 */
int tm_sampled_here(int64_t* into, int most);

/* The CPU time of another thread of the process in nanoseconds; -1 if it does not exist. */
int64_t tm_cpu_time_of(int thread);

#endif
