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

static const char* const known[] = {"INCLUDE", "EXCLUDE", "RESTRICT", "LIBRARIES", "EXCLUDE_LIBRARIES", "MIN_SIZE", "MIN_SIZE_LOOP",
                                    "REPORT",  "PROGRAM", "QUIET",    "TRIAL",     "LEARNED",           "MODE",     "LOAD",
                                    "ENTRY",   "EXIT",    NULL};

/* The number of characters that must be changed. */
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

/* The expressions of a variable, one per line. */
struct pattern {
    const char* variable;
    regex_t* expressions;
    size_t count;
};

static struct pattern patterns[8];
static size_t count;

void tm_choose_anew(void) {
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < patterns[i].count; j++) regfree(&patterns[i].expressions[j]);
        free(patterns[i].expressions);
    }
    count = 0;
    tm_forget_learned();
}

static void add_expression(struct pattern* pattern, const char* text) {
    regex_t* larger = realloc(pattern->expressions, (pattern->count + 1) * sizeof *larger);
    if (larger == NULL) return;
    pattern->expressions = larger;
    int wrong = regcomp(&larger[pattern->count], text, REG_EXTENDED | REG_NOSUB);
    if (wrong == 0) {
        pattern->count++;
        return;
    }
    char why[200];
    regerror(wrong, &larger[pattern->count], why, sizeof why);
    tm_log("%s is '%.200s', which is not an extended regular expression: %s; it is ignored", pattern->variable, text, why);
}

static struct pattern* pattern_of(const char* variable) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(patterns[i].variable, variable) == 0) return &patterns[i];
    }
    struct pattern* pattern = &patterns[count++];
    *pattern = (struct pattern){.variable = variable};
    const char* text = tm_variable(variable);
    char* copy = text == NULL ? NULL : strdup(text);
    char* rest = copy;
    for (char* line; copy != NULL && (line = strsep(&rest, "\n")) != NULL;) {
        if (*line != '\0') add_expression(pattern, line);
    }
    free(copy);
    return pattern;
}

bool tm_matches(const char* variable, const char* text, bool otherwise) {
    const struct pattern* pattern = pattern_of(variable);
    for (size_t i = 0; i < pattern->count; i++) {
        if (regexec(&pattern->expressions[i], text, 0, NULL, 0) != 0) return false;
    }
    return pattern->count > 0 || otherwise;
}

const char* tm_why_not(const char* name) {
    if (tm_matches("TIMEMORY_INSTRUMENT_EXCLUDE", name, false)) return "is excluded";
    if (!tm_matches("TIMEMORY_INSTRUMENT_RESTRICT", name, true)) return "does not match the restriction";
    enum tm_learned learned = tm_learned_of(name);
    if (learned == TM_NOT_WORTH_IT) return "is not worth measuring, as learned";
    if (learned == TM_WORTH_IT || tm_matches("TIMEMORY_INSTRUMENT_INCLUDE", name, learned == TM_NOTHING_LEARNED)) return NULL;
    return learned == TM_NOT_LEARNED ? "was not learned, and no pattern includes it" : "matches no include pattern";
}
