/* Address space reserved for writing results in a process with a memory limit (RLIMIT_AS). */
#ifndef TM_PROCESS_MEMORY_H
#define TM_PROCESS_MEMORY_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Reserves up to 64 MB of address space, at most an eighth of the limit. Nothing is mapped there, so it uses no memory. */
extern void tm_exit_reserve_memory(void);

/* Returns the reserve to the process. Async-signal-safe; later calls do nothing. */
extern void tm_exit_release_memory(void);

/* Returns how many bytes the process may still map; -1 if there is no limit or it cannot be read. */
extern int64_t tm_exit_memory_left(void);

#pragma GCC visibility pop

#endif
