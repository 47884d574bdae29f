#define _GNU_SOURCE
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "timemory/bundle.h"

static char* copy_of(const char* text) {
    char* copy = strdup(text == NULL ? "" : text);
    if (copy == NULL) abort(); /* only a few bytes, needed before anything is measured */
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

char* tm_components(const char* given, const char* bundles, const char* usual) {
    char* chosen = timemory_tool_components(given, bundles, usual);
    if (chosen == NULL && tm_has_names(given)) {
        tm_log("%s", timemory_error());
        chosen = timemory_tool_components("", bundles, usual);
    }
    char* copy = copy_of(chosen); /* a process forked from a measuring one chooses none */
    timemory_free(chosen);
    return copy;
}
