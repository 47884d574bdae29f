/* Signal handlers that end the process, and the way it then ends. All of it is async-signal-safe. */
#ifndef TM_EXIT_SIGNALS_H
#define TM_EXIT_SIGNALS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Handles the signals (TM_EXIT_USUAL_SIGNALS, ...), except those that the program handles or ignores. */
extern void tm_exit_handle_signals(int signals);

/* While results are written, a crash is handled even if crashes are not handled otherwise: it is not one of the program. */
extern void tm_exit_handle_crashes_of_writing(bool handle);

extern bool tm_exit_is_crash(int number);

/* Starts the exit by a signal, or by _exit for 0; false if the process is ending already. */
extern bool tm_exit_start(int number);

/* Does what tm_exit_start does for another copy of the library, which ends the process later. */
extern int tm_exit_start_for_copy(int number);

/* Ends the process by the default action of the signal. */
extern void tm_exit_end_by(int number) __attribute__((noreturn));

/* Ends the process without results: by the signal, or with its status if that is 0. */
extern void tm_exit_give_up(int number, const char* why) __attribute__((noreturn));

/* If the writing crashed on another thread, jumps out of it on the thread that is to end the process. */
extern void tm_exit_escape_after_crash(void);

#pragma GCC visibility pop

#endif
