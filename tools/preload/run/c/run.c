/*
 * Measures the functions of a program that was not compiled for that: preloaded, it inserts calls of hooks into the chosen functions, in
 * memory, before the program starts, and each is a region.
 *
 *   objects, catalogue     which functions there are
 *   decode, code           what they consist of
 *   targets, landing_pads  where anything jumps to
 *   plan, islands          which instructions may be moved to make room for a jump, at the entry and wherever a function ends
 *   pool, relocate, patch  the code that runs in their place, and the jumps
 *   trampolines, hooks     what that calls
 *   dlopen_monitor         libraries that are loaded while the program runs
 *   attached               a program that runs already: the jumps are written, and taken away, by the process that wants it measured
 *
 * Return addresses stay what they are, and so do the frames of the stack: exceptions, backtraces, debuggers and shadow stacks see the
 * program as it was. A function that cannot be changed so is left as it is, and reported with the reason.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "active.h"
#include "function_filter.h"
#include "hooks.h"
#include "instrument.h"
#include "dlopen_monitor.h"
#include "log.h"
#include "selection.h"
#include "stack.h"
#include "tool.h"
#include "user_functions.h"

const struct tm_tool tm_tool = {.name = "timemory-run"};

/* Where a program is named, only that is measured: not what leads to it, as env and mpirun do. */
static bool is_another_program(void) {
    const char* path = secure_getenv("TIMEMORY_INSTRUMENT_PROGRAM");
    if (path == NULL || *path == '\0') return false;
    struct stat wanted, own;
    return stat(path, &wanted) != 0 || stat("/proc/self/exe", &own) != 0 || wanted.st_dev != own.st_dev || wanted.st_ino != own.st_ino;
}

/* Whether a word of a list of libraries is one of ours. */
static bool is_ours(const char* word, size_t length) {
    const char* slash = memrchr(word, '/', length);
    const char* name = slash == NULL ? word : slash + 1;
    return length - (size_t)(name - word) > 11 && strncmp(name, "libtimemory", 11) == 0;
}

/*
 * What the program starts is not measured: our libraries are taken out of the list of what is preloaded in it. In its own environment, as
 * it was given, and not by setenv: shells have functions of that name themselves, for their own variables.
 */
static void leave_what_it_starts(void) {
    for (char** variable = environ; variable != NULL && *variable != NULL; variable++) {
        if (strncmp(*variable, "LD_PRELOAD=", 11) != 0) continue;
        char *from = *variable + 11, *to = from;
        while (*from != '\0') {
            size_t length = strcspn(from, ": ");
            if (length > 0 && !is_ours(from, length)) {
                if (to != *variable + 11) *to++ = ':';
                memmove(to, from, length);
                to += length;
            }
            from += length;
            from += strspn(from, ": ");
        }
        *to = '\0';
        if (to == *variable + 11) {
            for (char** next = variable; (*next = next[1]) != NULL; next++) {}
        }
        return;
    }
}

__attribute__((constructor)) static void loaded(void) {
    if (!tm_is_named_in("LD_PRELOAD") || is_another_program()) return; /* or attached.c begins, when it is asked to */
    leave_what_it_starts();
    const char* trial = secure_getenv("TIMEMORY_INSTRUMENT_TRIAL");
    bool is_trial = trial != NULL && strcmp(trial, "true") == 0;
    if (!is_trial && tm_is_known_disabled()) return;
    tm_check_names_of_settings();
    tm_read_selection();
    if (!tm_begin_hooks()) {
        tm_log("this processor cannot save the required registers: nothing is measured");
        return;
    }
    tm_instrument_program(is_trial);
    if (is_trial) _exit(0);
    tm_read_user_functions();
    tm_monitor_dlopen();
    atomic_store(&tm_is_on, true);
}
