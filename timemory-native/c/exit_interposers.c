/*
 * C library functions that silently end a process or replace it with another program: `atexit` knows nothing of them. These are called
 * instead, write the results, and then call the originals.
 *
 * Programs linked with libtimemory.so get these. If it is loaded later, and for calls made by the C library itself, they are not called. In
 * a forked process, and between vfork and exec, nothing must be written, and they call the originals directly.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "disabled.h"
#include "process_allocations.h"
#include "kotlin.h"
#include "process.h"

/* Whether this is the process that measures. */
static bool is_measuring(void) { return tm_process == getpid() && !(atomic_load(&tm_state_flags) & (TM_NEVER_ENTERED | TM_FORKED)); }

/* If nothing else was measured, there is no session yet for the tracked memory. Returns whether one was created for it. */
static bool finish_memory(void) { return (atomic_load(&tm_state_flags) & TM_NEVER_ENTERED) && timemory_memory_finish(); }

__attribute__((noreturn)) static void leave(int status) {
    finish_memory();
    if (is_measuring() && tm_leaving != NULL) tm_leaving(status);
    for (;;) syscall(SYS_exit_group, status);
}

void _exit(int status) { leave(status); }

void _Exit(int status) { leave(status); }

/* Whether a session was ended, so that another one is needed if the process continues after all. */
static bool write_before(const char* call) {
    bool was_held = finish_memory();
    if (!is_measuring()) return was_held;
    TM_INSIDE(was_held);
    return tm_write_before(call) != 0 || was_held;
}

static void begin_anew(void) {
    int saved = errno;
    if (tm_enter()) {
        tm_init(0, NULL);
        tm_update_disabled();
        tm_leave();
    }
    errno = saved;
}

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

int daemon(int nochdir, int noclose) {
    bool was_written = write_before("daemon");
    __typeof__(&daemon) real = REAL(daemon);
    int status = real == NULL ? (errno = ENOSYS, -1) : real(nochdir, noclose);
    if (status != 0 && was_written) begin_anew();
    return status;
}

#define EXEC(name, function, ...)                                         \
    bool was_written = write_before(name);                                \
    __typeof__(&function) real = REAL(function);                          \
    int status = real == NULL ? (errno = ENOSYS, -1) : real(__VA_ARGS__); \
    if (was_written) begin_anew();                                        \
    return status

int execve(const char* path, char* const arguments[], char* const environment[]) { EXEC("execve", execve, path, arguments, environment); }

int execv(const char* path, char* const arguments[]) { EXEC("execv", execv, path, arguments); }

int execvp(const char* file, char* const arguments[]) { EXEC("execvp", execvp, file, arguments); }

int execvpe(const char* file, char* const arguments[], char* const environment[]) {
    EXEC("execvpe", execvpe, file, arguments, environment);
}

int fexecve(int file, char* const arguments[], char* const environment[]) { EXEC("fexecve", fexecve, file, arguments, environment); }

/* The arguments as an array named `arguments`; execle's environment follows the terminating NULL. */
#define ARRAY_OF(first, list)                    \
    va_start(list, first);                       \
    size_t count = 1;                            \
    while (va_arg(list, char*) != NULL) count++; \
    va_end(list);                                \
    char* arguments[count + 1];                  \
    arguments[0] = (char*)first;                 \
    va_start(list, first);                       \
    for (size_t i = 1; i <= count; i++) arguments[i] = va_arg(list, char*)

int execl(const char* path, const char* first, ...) {
    va_list list;
    ARRAY_OF(first, list);
    va_end(list);
    EXEC("execl", execv, path, arguments);
}

int execlp(const char* file, const char* first, ...) {
    va_list list;
    ARRAY_OF(first, list);
    va_end(list);
    EXEC("execlp", execvp, file, arguments);
}

int execle(const char* path, const char* first, ...) {
    va_list list;
    ARRAY_OF(first, list);
    char* const* environment = va_arg(list, char* const*);
    va_end(list);
    EXEC("execle", execve, path, arguments, environment);
}
