/* Names are matched once on each thread: matching takes a lock of the C library, and longer than most of the measured work. */
#define _GNU_SOURCE
#include "filter.h"

#include <pthread.h>
#include <regex.h>
#include <stdlib.h>

#include "regions.h"
#include "log.h"
#include "tool.h"

const struct tm_tool tm_tool = {.name = "kp_timemory_filter"};

static regex_t regex;
static bool is_usable;

static void compile(void) {
    const char* expression = secure_getenv("KOKKOS_PROFILE_REGEX");
    if (expression == NULL) expression = "^[A-Za-z]";
    int error = regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB);
    is_usable = error == 0;
    if (is_usable) return;
    char why[200] = "";
    regerror(error, &regex, why, sizeof why);
    tm_log("KOKKOS_PROFILE_REGEX: '%s' is not an extended regular expression (%s): everything is measured", expression, why);
}

void tm_prepare_filter(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, compile);
}

bool tm_is_wanted(const char* name) {
    tm_prepare_filter();
    if (!is_usable) return true;
    /* A region without components: it stores the result for the name. */
    struct tm_region* known = tm_idle_region((const char*[]){name, NULL}, "");
    if (known == NULL) return regexec(&regex, name, 0, NULL, 0) == 0;
    if (known->note == 0) known->note = regexec(&regex, name, 0, NULL, 0) == 0 ? 'y' : 'n';
    return known->note == 'y';
}
