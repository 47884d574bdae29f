#define _GNU_SOURCE
#include "selection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "function_filter.h"
#include "learned.h"
#include "log.h"
#include "variables.h"

#define PREFIX TM_INSTRUMENT

static size_t minimum = 40, minimum_of_loops = 0;

static void take_size(const char* variable, size_t* size) {
    const char* text = tm_variable(variable);
    if (text == NULL || *text == '\0') return;
    char* end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) *size = value;
    else tm_log("%s is '%.100s', which is not a number of bytes; using %zu", variable, text, *size);
}

void tm_read_selection(void) {
    minimum = 40;
    minimum_of_loops = 0;
    take_size(PREFIX "MIN_SIZE", &minimum);
    take_size(PREFIX "MIN_SIZE_LOOP", &minimum_of_loops);
}

/* Functions that measure, and those that they call themselves, including locks. */
static bool is_needed(const char* file) {
    static const char* const begins[] = {"libtimemory", "ld-linux", "ld.so",    "linux-vdso", "libc.so", "libc-2.",
                                         "libpthread",  "libdl.so", "librt.so", "libgcc_s",   NULL};
    for (const char* const* begin = begins; *begin != NULL; begin++) {
        if (strncmp(file, *begin, strlen(*begin)) == 0) return true;
    }
    return false;
}

bool tm_is_chosen_library(const struct tmfn_object* object) {
    if (object->path == NULL || is_needed(tm_file_name(object))) return false;
    return tm_matches(PREFIX "LIBRARIES", object->path, false) && !tm_is_excluded_object(object);
}

bool tm_is_excluded_object(const struct tmfn_object* object) {
    return object->path != NULL && tm_matches(PREFIX "EXCLUDE_LIBRARIES", object->path, false);
}

void tm_choose_functions(struct tm_catalogue* catalogue) {
    for (size_t i = 0; i < catalogue->count; i++) {
        struct tm_entry* entry = &catalogue->entries[i];
        if (entry->is_forbidden) continue;
        entry->reason = tm_why_not(entry->name);
        if (entry->reason != NULL || tm_learned_of(entry->name) == TM_WORTH_IT) continue;
        if (entry->bytes < (entry->is_looping ? minimum_of_loops : minimum)) {
            entry->reason = entry->is_looping ? "is too small, for a loop" : "is too small";
        }
    }
}
