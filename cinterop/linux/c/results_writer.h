/* The threads that write the results. */
#ifndef TM_RESULTS_WRITER_H
#define TM_RESULTS_WRITER_H

#pragma GCC visibility push(hidden)

/* Starts a detached thread that receives no signals of the program. Returns 0, or an error number. */
extern int tm_exit_new_thread(void* (*body)(void*));

/* Starts the thread that writes the results after a signal, and those of the other copies of the library. Returns 0, or an error number. */
extern int tm_exit_start_writer(void);

/* Reports to the copy of the library that asked for the results that they are written or given up. */
extern void tm_exit_end_service(void);

/* Offers writing to other copies of the library, and finds them. */
extern void tm_exit_join_copies(void);

#pragma GCC visibility pop

#endif
