/* Another process: its memory, and the addresses of functions in its libraries. */
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

/* Returns NULL, or why it cannot be measured. */
extern const char* tm_open_target(struct tm_target* target, pid_t pid);

/* Whether one of its threads is alive: the first one may have ended before the others. */
extern bool tm_is_alive(const struct tm_target* target);

/* Whether a thread has ended. */
extern bool tm_has_ended(pid_t thread);

/* Lists the current threads; false without memory, or if the process is gone. */
extern bool tm_list_threads(const struct tm_target* target, pid_t** ids, size_t* count);

/*
 * The current number of threads according to another kernel counter than its list, which is cut short if a thread ends meanwhile; 0 for
 * none.
 */
extern size_t tm_count_threads(const struct tm_target* target);

/* Whether all bytes were read or written, including code, whose pages become private to the process. */
extern bool tm_read(const struct tm_target* target, uint64_t address, void* into, size_t size);
extern bool tm_write(const struct tm_target* target, uint64_t address, const void* from, size_t size);

/* The file that an address belongs to; empty if it belongs to none. */
extern void tm_file_at(const struct tm_target* target, uint64_t address, char* file, size_t size);

/* Whether a file exists as seen by the process, which may be in a container. */
extern bool tm_sees(const struct tm_target* target, const char* file);

/* Whether a file, by its name in the process's maps, exports a symbol; also true if that cannot be determined. */
extern bool tm_may_export(const struct tm_target* target, const char* file, const char* symbol);

/*
 * The address of a symbol exported by a loaded file whose name without folders starts with `library`, followed by a dot, a hyphen or
 * nothing; 0 if there is none.
 */
extern uint64_t tm_symbol_in(const struct tm_target* target, const char* library, const char* symbol);

#endif
