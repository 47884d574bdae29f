#define _GNU_SOURCE
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "timemory/bundle.h"
#include "timemory/region.h"

static char* copy_of(const char* text) {
    char* copy = strdup(text == NULL ? "" : text);
    if (copy == NULL) abort(); /* a few bytes, before anything is measured */
    return copy;
}

char* tm_setting(const char* name) {
    char* value = timemory_setting(name);
    char* copy = copy_of(value);
    timemory_free(value);
    return copy;
}

bool tm_is_set(const char* name) {
    char* value = tm_setting(name);
    bool is_set = strcmp(value, "true") == 0;
    free(value);
    return is_set;
}

int tm_number(const char* name) {
    char* value = tm_setting(name);
    int number = atoi(value);
    free(value);
    return number;
}

const char tm_separators[] = ",; \t\n";

bool tm_has_names(const char* list) { return list[strspn(list, tm_separators)] != '\0'; }

static bool is_separator(char c) { return c == '\0' || strchr(tm_separators, c) != NULL; }

void tm_remove_name(char* list, const char* name) {
    size_t length = strlen(name);
    for (char* at = list; (at = strcasestr(at, name)) != NULL; at += length) {
        if ((at == list || is_separator(at[-1])) && is_separator(at[length])) memset(at, ' ', length);
    }
    if (!tm_has_names(list)) *list = '\0';
}

static bool is_none(const char* list) {
    const char* name = list + strspn(list, tm_separators);
    return strncasecmp(name, "none", 4) == 0 && is_separator(name[4]);
}

static bool are_known(const char* components) {
    timemory_region* region = timemory_region_create("components", components);
    timemory_region_destroy(region);
    return region != NULL;
}

/* Takes out of the list what cannot be measured, and says so: the others are. */
static void keep_known(char* list, const char* setting) {
    if (!tm_has_names(list) || are_known(list)) return;
    const char* prefix = *setting == '$' ? "" : "TIMEMORY_";
    for (char* word = list + strspn(list, tm_separators); *word != '\0'; word += strspn(word, tm_separators)) {
        size_t length = strcspn(word, tm_separators);
        char separator = word[length];
        word[length] = '\0';
        if (!are_known(word)) {
            tm_log("%s%s: %s; it is left out", prefix, setting + (*setting == '$'), timemory_error());
            memset(word, ' ', length);
        }
        word += length;
        *word = separator;
    }
}

char* tm_components(const char* const* settings, const char* usual) {
    for (; *settings != NULL; settings++) {
        char* value = **settings == '$' ? copy_of(secure_getenv(*settings + 1)) : tm_setting(*settings);
        if (is_none(value)) {
            *value = '\0';
            return value;
        }
        keep_known(value, *settings);
        if (!tm_has_names(value)) {
            free(value);
            continue;
        }
        return value;
    }
    return copy_of(usual);
}
