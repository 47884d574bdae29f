/*
 * Exit handling of a native process: the results are written first, whatever ends the process, and every wait has a timeout.
 *
 * docs/dev/process-exit.md has the design. One process may contain several copies of this code, so nothing here is exported.
 */
#ifndef TM_PROCESS_EXIT_H
#define TM_PROCESS_EXIT_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/** Which signals are handled, if the program neither handles nor ignores them. */
enum {
    TM_EXIT_NO_SIGNALS,
    TM_EXIT_USUAL_SIGNALS, /**< SIGTERM and SIGINT */
    TM_EXIT_ALL_SIGNALS    /**< also SIGHUP, SIGQUIT and crashes */
};

/**
 * \brief Arranges for the results to be written before the process ends. Called once.
 *
 * \param write_results called on the thread that ends the process, or after a signal on a new thread
 * \param signals which signals are handled
 * \param leave_kotlin called on a thread that crashed in Kotlin code: the garbage collector no longer waits for it. Or NULL
 * \return 0, or an error number
 */
extern int tm_exit_watch(void (*write_results)(void), int signals, void (*leave_kotlin)(void));

/**
 * \brief Sets the callbacks of a library that calls Kotlin, such as libtimemory.so. Called before tm_exit_watch.
 *
 * \param is_inside whether the calling thread runs a library function; async-signal-safe
 * \param ending called when the process starts to end; async-signal-safe
 * \param dump writes what the library knows to a file descriptor, for when results cannot be written; async-signal-safe
 */
extern void tm_exit_guard(int (*is_inside)(void), void (*ending)(void), void (*dump)(int file));

/** \brief Prepares the calling thread: if crashes are handled, it gets a signal stack. Each thread that enters Kotlin calls it. */
extern void tm_exit_thread_began(void);

/** \brief Called by a thread that enters or leaves a library function while the process ends: holds the thread. */
extern void tm_exit_pass(void);

/** \brief Writes the results, then ends the process like _exit. Async-signal-safe. */
extern void tm_exit_leave(int status) __attribute__((noreturn));

/**
 * \brief Writes the results on the calling thread, which is about to end the process.
 *
 * Returns immediately if they are written already, and does not return before they are if another thread is writing them.
 */
extern void tm_exit_write_results(void);

/** \brief Writes the results before the exit handlers that libraries have registered since tm_exit_watch. */
extern void tm_exit_write_before_later_handlers(void);

/**
 * \brief Starts a detached thread. If the thread that writes the results calls it, the new thread becomes the one that writes them.
 *
 * \return 0, or an error number
 */
extern int tm_exit_start_thread(void (*body)(void));

/** \brief Sleeps; a thread that writes results after a signal lets the held threads run meanwhile. */
extern void tm_exit_pause(int microseconds);

/** \brief The same, but returns as soon as the latch is open. A latch is a word that is 0 until it is opened. */
extern void tm_exit_await_latch(int* latch, int microseconds);

/** \brief Whether the latch is open. */
extern bool tm_exit_is_latch_open(int* latch);

/** \brief Opens the latch and wakes the threads that wait for it. */
extern void tm_exit_open_latch(int* latch);

/** \brief Sets the file for what is known if results cannot be written. The path is copied. */
extern void tm_exit_set_dump_path(const char* path);

/** \brief Whether a library has set a dump function. */
extern bool tm_exit_has_dump(void);

/** \brief Keeps a copy of the text, which goes to that file if there is no dump function. */
extern void tm_exit_keep_known_text(const char* text);

/** \brief Sets the unfinished file that a crash removes; "" for none. The path is copied. */
extern void tm_exit_set_partial_file(const char* path);

/** \brief Whether the process ends because of a crash. The thread that crashed is held wherever it was. */
extern bool tm_exit_is_by_crash(void);

#pragma GCC visibility pop

#endif
