/* The thread that waits for the exit: it ends the process after a signal, and watches the writing of results so that it cannot hang. */
#ifndef TM_EXIT_THREAD_H
#define TM_EXIT_THREAD_H

#pragma GCC visibility push(hidden)

/* Starts the thread. Returns 0, or an error number. */
extern int tm_exit_start_exit_thread(void);

#pragma GCC visibility pop

#endif
