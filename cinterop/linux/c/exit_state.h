/*
 * The state shared by all threads during an exit, its transitions, and the clocks and futexes that they use.
 *
 * No file descriptor is needed except for writing: threads communicate by words of memory and futexes.
 */
#ifndef TM_EXIT_STATE_H
#define TM_EXIT_STATE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#pragma GCC visibility push(hidden)

/* The state of the process; exit_state.c has the table of its transitions. */
enum tm_exit_state {
    TM_EXIT_RUNNING,
    TM_EXIT_SIGNALLED, /* the exit thread writes the results, then ends the process by the signal or by _exit */
    TM_EXIT_EXITING,   /* a thread of the program, which called exit or quick_exit, writes the results */
    TM_EXIT_WRITTEN,   /* the results are written or given up; final */
    TM_EXIT_STATES
};

enum tm_exit_event {
    TM_EXIT_SIGNAL, /* a handled signal, _exit, or a request of another copy of the library */
    TM_EXIT_CALL,   /* exit, quick_exit or an uncaught exception */
    TM_EXIT_FINISH, /* the writing returned or was given up */
    TM_EXIT_EVENTS
};

/* Makes the transition; false if the event causes none in this state. Of several threads one gets true. Async-signal-safe. */
extern bool tm_exit_transition(enum tm_exit_event event);

/* What the exit thread is woken for. */
enum { TM_EXIT_SLEEP, TM_EXIT_WRITE, TM_EXIT_WATCH };

enum { TM_EXIT_MAX_HELD = 8 };

struct tm_exit {
    /* Set before there is a second thread. */
    void (*write_results)(void);
    void (*leave_kotlin)(void);
    int (*is_inside)(void);
    void (*ending)(void);
    void (*dump)(int file);
    int64_t patience; /* nanoseconds without progress until the writing is given up */
    pid_t process;
    bool handles_signals;
    bool handles_crashes;
    struct timemory_copies* copies;

    /* For the emergency dump. */
    char dump_path[1024];
    const char* known_text;  /* what is known if there is no `dump` */
    char partial_file[4096]; /* the file that is being written, under its temporary name */

    /* Threads of the exit. The writer is the caller, until that leaves the writing to another thread and only watches. */
    pid_t exit_thread;
    pid_t caller; /* called `write_results` */
    pid_t writer; /* reads the components and writes the results */
    clockid_t caller_clock;
    clockid_t writer_clock;
    int is_left; /* whether the caller has left the writing to another thread */

    int state;         /* enum tm_exit_state */
    int wanted;        /* futex: what the exit thread is to do */
    int done;          /* futex: 1 when the writing is over */
    int served;        /* futex: 1 when writing for another copy of the library is over or given up */
    int serves;        /* whether another copy of the library asked, which then ends the process */
    int crashed;       /* futex: 1 if the writing crashed and was given up */
    sigjmp_buf escape; /* where the caller continues without results */
    int signal;        /* the signal that ends the process; 0: none */
    int status;        /* the exit status if there is no signal */
    int64_t since;     /* when the first signal came */

    /* Held threads. */
    int phase;      /* futex: odd while held threads may run */
    int beat;       /* changes while the exit thread is alive */
    int deferred;   /* how many threads will be held once they leave the library */
    int calls_main; /* whether the main thread was sent the signal that holds it, and has not received it yet */
    pid_t held[TM_EXIT_MAX_HELD];
};

extern struct tm_exit tm_exit;

#define TM_EXIT_GET(field) __atomic_load_n(&tm_exit.field, __ATOMIC_SEQ_CST)
#define TM_EXIT_SET(field, value) __atomic_store_n(&tm_exit.field, value, __ATOMIC_SEQ_CST)

/* Replaces the value of a word if it is the expected one. */
static inline bool tm_exit_replace(int* word, int expected, int wanted) {
    return __atomic_compare_exchange_n(word, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Returns the time of the clock in nanoseconds; 0 if its thread has ended. */
extern int64_t tm_exit_clock(clockid_t clock);
extern int64_t tm_exit_now(void);
extern void tm_exit_sleep(int64_t nanoseconds);

/* Waits until the word changes from `known`, at most for the given time unless that is negative; may return early. */
extern void tm_exit_wait(int* word, int known, int64_t nanoseconds);
extern void tm_exit_wake(int* word);

/* Sets the futex and wakes the threads that wait for it. */
extern void tm_exit_notify(int* word, int value);

extern pid_t tm_exit_thread(void);

/* Makes the calling thread the one for which the results are written. */
extern void tm_exit_become_caller(void);

/* Makes the calling thread the writer. */
extern void tm_exit_become_writer(void);

/* Whether the calling thread is one of those that end the process. None of them may be held. */
extern bool tm_exit_is_own_thread(void);

extern bool tm_exit_is_writing(void);

#pragma GCC visibility pop

#endif
