/* Another process: its memory, and where functions of its libraries are. */
#ifndef TM_TARGET_H
#define TM_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct tm_target {
    pid_t pid;
    int memory; /* /proc/PID/mem */
};

/* NULL, or why it cannot be measured. */
extern const char* tm_open_target(struct tm_target* target, pid_t pid);

/* Whether a thread of it lives: its first one may have ended before the others. */
extern bool tm_is_alive(const struct tm_target* target);

/* Whether a thread does not live any more. */
extern bool tm_has_ended(pid_t thread);

/* The threads that there are now; false without memory, or where the process is gone. */
extern bool tm_list_threads(const struct tm_target* target, pid_t** ids, size_t* count);

/*
 * How many threads there are now, by another count of the kernel's than its list, which ends early where a thread ends meanwhile; 0 for
 * none.
 */
extern size_t tm_count_threads(const struct tm_target* target);

/* Whether all bytes were read, or written: to code as well, which is the process's own from then on. */
extern bool tm_read(const struct tm_target* target, uint64_t address, void* into, size_t size);
extern bool tm_write(const struct tm_target* target, uint64_t address, const void* from, size_t size);

/* The file that an address belongs to; empty where it is of none. */
extern void tm_file_at(const struct tm_target* target, uint64_t address, char* file, size_t size);

/* Whether there is a file where the process sees one, which may be in a container. */
extern bool tm_sees(const struct tm_target* target, const char* file);

/* Whether a file, by its name in the process's maps, exports a symbol; also true if that cannot be found out. */
extern bool tm_may_export(const struct tm_target* target, const char* file, const char* symbol);

/*
 * Where a symbol is that a loaded file exports, whose name without folders begins with `library` and a dot, a minus or nothing; 0 where
 * there is none.
 */
extern uint64_t tm_symbol_in(const struct tm_target* target, const char* library, const char* symbol);

#endif
