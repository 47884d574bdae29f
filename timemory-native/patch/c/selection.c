#define _GNU_SOURCE
#include "selection.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chosen.h"
#include "say.h"

#define PREFIX "TIMEMORY_INSTRUMENT_"

static const char* const known[] = {"INCLUDE", "EXCLUDE", "RESTRICT", "LIBRARIES", "MIN_SIZE", "MIN_SIZE_LOOP", "REPORT", "PROGRAM", "QUIET", "TRIAL", NULL};

static size_t minimum = 40, minimum_of_loops = 0;

/* How many characters have to be changed. */
static size_t distance(const char* one, const char* other) {
    size_t row[33], length = strlen(other);
    if (length > 32) return SIZE_MAX;
    for (size_t j = 0; j <= length; j++) row[j] = j;
    for (size_t i = 0; one[i] != '\0' && one[i] != '='; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 1; j <= length; j++) {
            size_t changed = diagonal + (one[i] != other[j - 1]);
            diagonal = row[j];
            size_t least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = changed < least ? changed : least;
        }
    }
    return row[length];
}

static void check_name(const char* name) {
    const char* nearest = known[0];
    for (const char* const* one = known; *one != NULL; one++) {
        size_t away = distance(name, *one);
        if (away == 0) return;
        if (away < distance(name, nearest)) nearest = *one;
    }
    tm_say(PREFIX "%.*s is no setting; the nearest is " PREFIX "%s", (int)strcspn(name, "="), name, nearest);
}

static void take_size(const char* variable, size_t* size) {
    const char* text = getenv(variable);
    if (text == NULL || *text == '\0') return;
    char* end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) *size = value;
    else tm_say("%s is '%.100s', which is no number of bytes; it is %zu", variable, text, *size);
}

void tm_check_selection(void) {
    for (char** variable = environ; variable != NULL && *variable != NULL; variable++) {
        if (strncmp(*variable, PREFIX, sizeof PREFIX - 1) == 0) check_name(*variable + sizeof PREFIX - 1);
    }
    take_size(PREFIX "MIN_SIZE", &minimum);
    take_size(PREFIX "MIN_SIZE_LOOP", &minimum_of_loops);
}

/* What measures, and what it could not do without. */
static bool is_of_ours(const char* file) {
    return strncmp(file, "libtimemory", 11) == 0 || strncmp(file, "ld-linux", 8) == 0 || strncmp(file, "ld.so", 5) == 0 ||
           strncmp(file, "linux-vdso", 10) == 0;
}

bool tm_is_chosen_library(const struct tm_object* object) {
    if (object->path == NULL || is_of_ours(tm_file_name(object))) return false;
    return tm_matches(PREFIX "LIBRARIES", object->path, false);
}

void tm_choose_functions(struct tm_catalogue* catalogue) {
    for (size_t i = 0; i < catalogue->count; i++) {
        struct tm_entry* entry = &catalogue->entries[i];
        if (entry->is_forbidden) continue;
        entry->reason = tm_why_not(entry->name);
        if (entry->reason == NULL && entry->bytes < (entry->is_looping ? minimum_of_loops : minimum)) {
            entry->reason = entry->is_looping ? "is a loop with little code" : "has little code";
        }
    }
}
