#include "chosen.h"

#include <regex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

struct pattern {
    const char* variable;
    regex_t expression;
    bool is_there;
};

static struct pattern patterns[8];
static size_t count;

static struct pattern* pattern_of(const char* variable) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(patterns[i].variable, variable) == 0) return &patterns[i];
    }
    struct pattern* pattern = &patterns[count++];
    pattern->variable = variable;
    const char* text = getenv(variable);
    if (text == NULL || *text == '\0') return pattern;
    int wrong = regcomp(&pattern->expression, text, REG_EXTENDED | REG_NOSUB);
    pattern->is_there = wrong == 0;
    if (wrong != 0) {
        char why[200];
        regerror(wrong, &pattern->expression, why, sizeof why);
        tm_say("%s is '%.200s', which is no extended regular expression: %s; it is not used", variable, text, why);
    }
    return pattern;
}

bool tm_matches(const char* variable, const char* text, bool otherwise) {
    const struct pattern* pattern = pattern_of(variable);
    return pattern->is_there ? regexec(&pattern->expression, text, 0, NULL, 0) == 0 : otherwise;
}

const char* tm_why_not(const char* name) {
    if (tm_matches("TIMEMORY_INSTRUMENT_EXCLUDE", name, false)) return "is excluded";
    if (!tm_matches("TIMEMORY_INSTRUMENT_INCLUDE", name, true)) return "is not among those to include";
    if (!tm_matches("TIMEMORY_INSTRUMENT_RESTRICT", name, true)) return "is not among those that it is restricted to";
    return NULL;
}
