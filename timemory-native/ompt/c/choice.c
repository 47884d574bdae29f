#define _GNU_SOURCE
#include "choice.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

/* Never NULL: a setting that there is not is empty. */
static char* setting(const char* name) {
    char* value = timemory_setting(name);
    char* copy = strdup(value == NULL ? "" : value);
    timemory_free(value);
    return copy == NULL ? (char*)"" : copy;
}

static const char SEPARATORS[] = ",; \t\n";

static bool is_word(const char* text) { return text[strspn(text, SEPARATORS)] != '\0'; }

/* The components of the first of timemory's settings that names any; "none" ends the search. */
static char* chosen_components(void) {
    static const char* const SETTINGS[] = {"OMPT_COMPONENTS", "TRACE_COMPONENTS", "PROFILER_COMPONENTS", "COMPONENTS", "GLOBAL_COMPONENTS"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++) {
        char* value = setting(SETTINGS[i]);
        if (is_word(value)) {
            const char* word = value + strspn(value, SEPARATORS);
            bool is_none = strncasecmp(word, "none", 4) == 0 && strchr(SEPARATORS, word[4]) != NULL;
            if (is_none) *value = '\0';
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

static timemory_bundle_t bundle, event_bundle;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_bundles(void) {
    event_bundle = timemory_bundle_create(TM_DATA_COMPONENT);
    char* components = chosen_components();
    if (components == NULL) return;
    remove_word(components, TM_DATA_COMPONENT); /* stored with events that have no duration */
    for (const char* const* name = (const char*[]){"ompt_handle", "ompt", "openmp", "openmp_tools", NULL}; *name != NULL; name++) {
        remove_word(components, *name); /* it is what is running */
    }
    if (is_word(components)) {
        bundle = timemory_bundle_create(components);
        if (bundle == 0) tm_say("regions of OpenMP are not measured: %s", timemory_error());
    }
    free(components);
}

timemory_bundle_t tm_bundle(void) {
    pthread_once(&once, make_bundles);
    return bundle;
}

timemory_bundle_t tm_event_bundle(void) {
    pthread_once(&once, make_bundles);
    return event_bundle;
}

static bool enabled;

static void ask(void) {
    char* value = setting("ENABLE_OMPT");
    enabled = strcmp(value, "true") == 0;
    free(value);
}

bool tm_is_enabled(void) {
    static pthread_once_t asked = PTHREAD_ONCE_INIT;
    pthread_once(&asked, ask);
    return enabled;
}
