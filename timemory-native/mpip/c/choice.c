#define _GNU_SOURCE
#include "choice.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"
#include "timemory/bundle.h"

/* Never NULL: a setting that there is not is empty. */
static char* setting(const char* name) {
    char* value = timemory_setting(name);
    char* copy = strdup(value == NULL ? "" : value);
    timemory_free(value);
    return copy == NULL ? (char*)"" : copy;
}

bool tm_is_set(const char* name) {
    char* value = setting(name);
    bool is_set = strcmp(value, "true") == 0;
    free(value);
    return is_set;
}

int tm_number(const char* name) {
    char* value = setting(name);
    int number = atoi(value);
    free(value);
    return number;
}

static const char SEPARATORS[] = ",; \t\n";

static bool is_word(const char* text) { return text[strspn(text, SEPARATORS)] != '\0'; }

/* The components of the first of timemory's settings that names any; "none" ends the search. */
static char* chosen_components(void) {
    static const char* const SETTINGS[] = {"MPIP_COMPONENTS", "TRACE_COMPONENTS", "PROFILER_COMPONENTS", "COMPONENTS", "GLOBAL_COMPONENTS"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++) {
        char* value = setting(SETTINGS[i]);
        if (is_word(value)) {
            const char* word = value + strspn(value, SEPARATORS);
            bool is_none = strncasecmp(word, "none", 4) == 0 && strchr(SEPARATORS, word[4]) != NULL;
            if (!is_none) return value;
            *value = '\0';
            return value;
        }
        free(value);
    }
    return strdup("wall_clock");
}

/* The list without what is named in `other`. */
static void remove_word(char* list, const char* other) {
    size_t length = strlen(other);
    for (char* at = list; (at = strcasestr(at, other)) != NULL; at += length) {
        bool is_whole = (at == list || strchr(SEPARATORS, at[-1]) != NULL) && strchr(SEPARATORS, at[length]) != NULL;
        if (is_whole) memset(at, ' ', length);
    }
}

/* Patterns with * and ? would be more than timemory has: these are names, of which a trailing * is allowed. */
static bool is_match(const char* word, size_t length, const char* name) {
    if (length > 0 && word[length - 1] == '*') return strncasecmp(word, name, length - 1) == 0;
    return strlen(name) == length && strncasecmp(word, name, length) == 0;
}

/* Sets which functions a list names, and says which of its words name none. */
static void mark(const char* list, const char* where, bool marked[TM_FUNCTIONS]) {
    for (const char* word = list + strspn(list, SEPARATORS); *word != '\0'; word += strspn(word, SEPARATORS)) {
        size_t length = strcspn(word, SEPARATORS);
        int count = 0;
        for (int i = 0; i < TM_FUNCTIONS; i++) {
            if (!is_match(word, length, tm_names[i])) continue;
            marked[i] = true;
            count++;
        }
        if (count == 0) tm_say("%s: '%.*s' is no function of MPI that is measured", where, (int)length, word);
        word += length;
    }
}

static struct tm_choice choice;

static void make(void) {
    choice.with_data = tm_is_set("MPIP_COMM_DATA");
    choice.with_peers = tm_is_set("MPIP_PEERS");
    choice.components = chosen_components();
    remove_word(choice.components, TM_DATA_COMPONENT);
    if (!is_word(choice.components)) *choice.components = '\0';
    if (asprintf(&choice.components_with_data, "%s,%s", TM_DATA_COMPONENT, choice.components) < 0) choice.with_data = false;

    bool permitted[TM_FUNCTIONS] = {false}, rejected[TM_FUNCTIONS] = {false};
    char* permit = setting("MPIP_PERMIT_LIST");
    char* reject = setting("MPIP_REJECT_LIST");
    mark(permit, "TIMEMORY_MPIP_PERMIT_LIST", permitted);
    mark(reject, "TIMEMORY_MPIP_REJECT_LIST", rejected);
    bool is_enabled = tm_is_set("ENABLE_MPIP"); /* nobody asked yet where the library was preloaded */
    for (int i = 0; i < TM_FUNCTIONS; i++) choice.is_chosen[i] = is_enabled && (!is_word(permit) || permitted[i]) && !rejected[i];
    free(permit);
    free(reject);
}

const struct tm_choice* tm_choice(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
    return &choice;
}
