#define _GNU_SOURCE
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measured.h"
#include "log.h"
#include "settings.h"
#include "tool.h"

/* These are names, optionally with a trailing *; patterns with * and ? would exceed what timemory supports. */
static bool is_match(const char* word, size_t length, const char* name) {
    if (length > 0 && word[length - 1] == '*') return strncasecmp(word, name, length - 1) == 0;
    return strlen(name) == length && strncasecmp(word, name, length) == 0;
}

/* Marks the functions that a list names, and reports words that are not functions. */
static void mark(const char* list, const char* setting, bool* marked) {
    for (const char* word = list + strspn(list, tm_separators); *word != '\0'; word += strspn(word, tm_separators)) {
        size_t length = strcspn(word, tm_separators);
        int count = 0;
        for (int i = 0; i < tm_measured.count; i++) {
            if (!is_match(word, length, tm_measured.names[i])) continue;
            marked[i] = true;
            count++;
        }
        if (count == 0) tm_log("TIMEMORY_%s: '%.*s' is not a measured function of %s", setting, (int)length, word, tm_measured.of);
        word += length;
    }
}

static struct tm_config choice;

/* Returns the name of one of the library's own settings, such as MPIP_COMM_DATA. */
struct name {
    char text[60];
};

static struct name own(const char* setting) {
    struct name name;
    snprintf(name.text, sizeof name.text, "%s_%s", tm_measured.settings, setting);
    return name;
}

static bool* functions(void) {
    bool* all = calloc((size_t)tm_measured.count, sizeof *all);
    if (all == NULL) abort(); /* a few bytes, before anything is measured */
    return all;
}

static const bool* chosen(void) {
    bool *permitted = functions(), *rejected = functions(), *both = functions();
    struct name permit = own("PERMIT_LIST"), reject = own("REJECT_LIST");
    char *permit_list = tm_setting(permit.text), *reject_list = tm_setting(reject.text);
    mark(permit_list, permit.text, permitted);
    mark(reject_list, reject.text, rejected);
    bool is_enabled = tm_is_set(tm_tool.enabled_by); /* not checked before in a preloaded library */
    for (int i = 0; i < tm_measured.count; i++) both[i] = is_enabled && (!tm_has_names(permit_list) || permitted[i]) && !rejected[i];
    free(permitted);
    free(rejected);
    free(permit_list);
    free(reject_list);
    return both;
}

static void make(void) {
    choice.with_data = tm_is_set(own("COMM_DATA").text);
    choice.with_peers = tm_is_set(own("PEERS").text);
    char bundles[60];
    snprintf(bundles, sizeof bundles, "%s,TRACE,PROFILER", tm_measured.settings);
    char *components = tm_components("", bundles, "wall_clock"), *with_data;
    tm_remove_name(components, tm_measured.data);
    choice.components = components;
    if (asprintf(&with_data, "%s,%s", tm_measured.data, components) < 0) abort();
    choice.components_with_data = with_data;
    choice.is_chosen = chosen();
}

const struct tm_config* tm_config(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
    return &choice;
}
