/* Writes what is known if the results cannot be written. Uses no memory and no locks: everything here is async-signal-safe. */
#ifndef TM_EMERGENCY_DUMP_H
#define TM_EMERGENCY_DUMP_H

#pragma GCC visibility push(hidden)

/* Writes the text to a file descriptor. */
extern void tm_exit_print(int file, const char* text);

extern const char* tm_exit_signal_name(int number);

/* Logs why results are missing, removes the partial file, and writes what is known to the dump file. Later calls do nothing. */
extern void tm_exit_dump(const char* why);

#pragma GCC visibility pop

#endif
