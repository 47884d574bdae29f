#define _GNU_SOURCE
#include "function_filter.h"

#include <regex.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "learned.h"
#include "log.h"
#include "variables.h"

static const char* const known[] = {"INCLUDE", "EXCLUDE", "RESTRICT", "LIBRARIES", "MIN_SIZE", "MIN_SIZE_LOOP",
                                    "REPORT",  "PROGRAM", "QUIET",    "TRIAL",     "LEARNED",  NULL};

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
    tm_log(TM_INSTRUMENT "%.*s is not a setting; the nearest is " TM_INSTRUMENT "%s", (int)strcspn(name, "="), name, nearest);
}

void tm_check_names_of_settings(void) {
    for (char** variable = environ; variable != NULL && *variable != NULL; variable++) {
        size_t length = sizeof TM_INSTRUMENT - 1;
        if (strncmp(*variable, TM_INSTRUMENT, length) == 0) check_name(*variable + length);
    }
}

struct pattern {
    const char* variable;
    regex_t expression;
    bool is_there;
};

static struct pattern patterns[8];
static size_t count;

void tm_choose_anew(void) {
    for (size_t i = 0; i < count; i++) {
        if (patterns[i].is_there) regfree(&patterns[i].expression);
    }
    count = 0;
    tm_forget_learned();
}

static struct pattern* pattern_of(const char* variable) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(patterns[i].variable, variable) == 0) return &patterns[i];
    }
    struct pattern* pattern = &patterns[count++];
    *pattern = (struct pattern){.variable = variable};
    const char* text = tm_variable(variable);
    if (text == NULL || *text == '\0') return pattern;
    int wrong = regcomp(&pattern->expression, text, REG_EXTENDED | REG_NOSUB);
    pattern->is_there = wrong == 0;
    if (wrong != 0) {
        char why[200];
        regerror(wrong, &pattern->expression, why, sizeof why);
        tm_log("%s is '%.200s', which is not an extended regular expression: %s; it is ignored", variable, text, why);
    }
    return pattern;
}

bool tm_matches(const char* variable, const char* text, bool otherwise) {
    const struct pattern* pattern = pattern_of(variable);
    return pattern->is_there ? regexec(&pattern->expression, text, 0, NULL, 0) == 0 : otherwise;
}

const char* tm_why_not(const char* name) {
    if (tm_matches("TIMEMORY_INSTRUMENT_EXCLUDE", name, false)) return "is excluded";
    if (!tm_matches("TIMEMORY_INSTRUMENT_RESTRICT", name, true)) return "does not match the restriction";
    enum tm_learned learned = tm_learned_of(name);
    if (learned == TM_NOT_WORTH_IT) return "is not worth measuring, as learned";
    if (learned == TM_WORTH_IT || tm_matches("TIMEMORY_INSTRUMENT_INCLUDE", name, learned == TM_NOTHING_LEARNED)) return NULL;
    return learned == TM_NOT_LEARNED ? "was not learned, and no pattern includes it" : "matches no include pattern";
}
