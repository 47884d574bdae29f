/*
 * Samples of the stacks of threads: a timer of each thread's CPU time, or of the elapsed time, sends it a signal now and then, whose
 * handler writes down what is on the stack.
 *
 * **The handler** reads and writes plain memory and nothing else: no lock, no memory taken, no variable of a thread, since it may
 * interrupt malloc, the dynamic linker and the Kotlin runtime. What it needs comes with the signal: the place of the timer's thread among
 * all of them. In a program with Python it asks the interpreter for the state of the thread, which reads a variable of it (tm_python.h).
 *
 * **Places** (`struct tm_sampled`) are used again by later threads and never given back, so a signal that comes late finds one that is
 * not armed. Each has a ring in which the thread's samples wait to be taken (tm_sampled_take), by one taker at a time. A sample for
 * which there is no room is counted as lost.
 *
 * **Which region** a sample belongs to is found by counting: the handler counts the thread's samples; the thread looks at the count each
 * time that its region changes (NativeWatch.kt).
 *
 * **Forks.** Timers are not inherited: a child has the handler, and no samples.
 */
#ifndef TM_SAMPLER_H
#define TM_SAMPLER_H

#include <stdint.h>

#define TM_SAMPLED_CPU 0
#define TM_SAMPLED_WALL 1
#define TM_SAMPLED_KINDS 2

/* As many functions of a stack are looked at. */
#define TM_SAMPLED_DEPTH 1024

struct tm_sampled;
typedef struct tm_sampled tm_sampled;

/*
 * Takes a signal for samples: SIGPROF, or one of real time where the program handles that. Returns its number, or -errno. `ring` is how
 * many words are kept for the samples of each thread, a power of two.
 */
int tm_sampling_begin(int64_t ring);

/* Whether the signal still comes to the handler: the program may have taken it since. */
int tm_sampling_has_signal(void);

/* A place for thread `thread`, by its number to the system; NULL where there is none left or no memory. */
struct tm_sampled* tm_sampled_for(int thread);

/* The place is that of the calling thread, whose end disarms it. Returns 0, or errno. */
int tm_sampled_own(struct tm_sampled* place);

/* Samples of `kind` from now on, after `first` nanoseconds and each `period`, unless it does so. Returns 0, or errno. */
int tm_sampled_arm(struct tm_sampled* place, int kind, int64_t first, int64_t period);

/* No samples from now on. */
void tm_sampled_disarm(struct tm_sampled* place);

/* Whether the thread has ended: no more samples will come. */
int tm_sampled_has_ended(const struct tm_sampled* place);

/* Of a thread that blocks the signal, or did when it ended, the CPU time in nanoseconds of which there are no samples. 0 of others. */
int64_t tm_sampled_blocked(const struct tm_sampled* place);

/* Forgets the samples that were not taken, of a thread that is not armed. */
void tm_sampled_discard(struct tm_sampled* place);

/* The place can be given to another thread: everything has been taken. */
void tm_sampled_release(struct tm_sampled* place);

/* Where the count of the thread's samples is. */
int64_t* tm_sampled_count(struct tm_sampled* place);

/* The periods for which there was no room. */
int64_t tm_sampled_lost(const struct tm_sampled* place);

/*
 * Takes one sample: its functions' addresses, innermost first, and after them the words of functions in Python (tm_python.h), of which
 * `*about` says the number, the kind and how many periods it stands for (see TM_SAMPLE_...). 0 where none waits. `into` has room for
 * TM_SAMPLED_DEPTH.
 */
int tm_sampled_take(struct tm_sampled* place, int64_t* into, int64_t* about);

#define TM_SAMPLE_KIND(about) ((int)((about)&0xff))
#define TM_SAMPLE_IS_CUT(about) ((int)((about) >> 8 & 0xff))
#define TM_SAMPLE_FRAMES(about) ((int)((about) >> 16 & 0xffff))
#define TM_SAMPLE_PERIODS(about) ((int64_t)((uint64_t)(about) >> 32))

/*
 * The addresses on the calling thread's stack, innermost first, without this function's; returns how many. Where it runs Python, only half
 * of `most`, as the rest has the functions there.
 */
int tm_sampled_here(int64_t* into, int most);

/* CPU time of another thread of the process in nanoseconds; -1 where there is none. */
int64_t tm_cpu_time_of(int thread);

#endif
