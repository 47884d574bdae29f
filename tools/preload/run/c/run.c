/*
 * Measures the functions of a program that was not compiled for it: preloaded, it inserts calls of hooks into the selected functions, in
 * memory, before the program starts, and each function is a region.
 *
 *   objects, catalogue     which functions there are
 *   decode, code           their instructions
 *   targets, landing_pads  the targets of jumps
 *   plan, islands          which instructions may be moved to make room for a jump, at the entry and wherever a function ends
 *   pool, relocate, patch  the code that replaces them, and the jumps
 *   trampolines, hooks     the functions that this code calls
 *   dlopen_monitor         libraries that are loaded while the program runs
 *   attached               a program that is already running: the process that wants it measured writes and removes the jumps
 *
 * Return addresses do not change, and neither do stack frames: exceptions, backtraces, debuggers and shadow stacks see the original
 * program. A function that cannot be changed in this way is left unchanged, and reported with the reason.
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

/* If a program is named, only that one is measured: not the programs that start it, such as env and mpirun. */
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
 * Programs that the program starts are not measured: our libraries are removed from their list of preloaded libraries. In its own
 * environment, as it was passed, and not by setenv: shells define functions of that name for their own variables.
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
    if (!tm_is_named_in("LD_PRELOAD") || is_another_program()) return; /* or attached.c starts, when asked to */
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
