#define _GNU_SOURCE
#include "functions.h"

#include <pthread.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "say.h"

_Atomic(uint32_t) tm_generation = 1;

struct function {
    const void* address;
    const char* label;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* By addresses, always less than full. */
static struct function* table;
static size_t capacity, count;

/* Labels once given stay, as regions that are open have them, and are the same text for the same name. */
static struct label {
    struct label* next;
    char text[];
} * labels;

static regex_t include, exclude;
static bool has_include, has_exclude, is_chosen;

static bool take_pattern(const char* variable, regex_t* pattern) {
    const char* text = getenv(variable);
    if (text == NULL || *text == '\0') return false;
    int wrong = regcomp(pattern, text, REG_EXTENDED | REG_NOSUB);
    if (wrong == 0) return true;
    char why[200];
    regerror(wrong, pattern, why, sizeof why);
    tm_say("%s is '%.200s', which is no extended regular expression: %s; it is not used", variable, text, why);
    return false;
}

static void choose(void) {
    if (is_chosen) return;
    is_chosen = true;
    has_include = take_pattern("TIMEMORY_INSTRUMENT_INCLUDE", &include);
    has_exclude = take_pattern("TIMEMORY_INSTRUMENT_EXCLUDE", &exclude);
}

static bool is_measured(const char* name) {
    choose();
    if (has_exclude && regexec(&exclude, name, 0, NULL, 0) == 0) return false;
    return !has_include || regexec(&include, name, 0, NULL, 0) == 0;
}

static const char* kept(char* name) {
    for (struct label* label = labels; label != NULL; label = label->next) {
        if (strcmp(label->text, name) == 0) return label->text;
    }
    size_t length = strlen(name) + 1;
    struct label* label = malloc(sizeof *label + length);
    if (label == NULL) return NULL;
    memcpy(label->text, name, length);
    label->next = labels;
    labels = label;
    return label->text;
}

static struct function* place_of(struct function* in, size_t size, const void* address) {
    size_t place = ((uintptr_t)address * 0x9e3779b97f4a7c15u) >> 20 & (size - 1);
    while (in[place].address != NULL && in[place].address != address) place = (place + 1) & (size - 1);
    return &in[place];
}

static bool make_room(void) {
    if (2 * count < capacity) return true;
    size_t size = capacity == 0 ? 1024 : 2 * capacity;
    struct function* larger = calloc(size, sizeof *larger);
    if (larger == NULL) return count + 1 < capacity;
    for (size_t i = 0; i < capacity; i++) {
        if (table[i].address != NULL) *place_of(larger, size, table[i].address) = table[i];
    }
    free(table);
    table = larger;
    capacity = size;
    return true;
}

const char* tm_label_of(const void* function) {
    pthread_mutex_lock(&lock);
    const char* label = NULL;
    if (make_room()) {
        struct function* known = place_of(table, capacity, function);
        if (known->address == NULL) {
            known->address = function;
            count++;
            char* name = tm_name_of(function);
            known->label = name != NULL && is_measured(name) ? kept(name) : NULL;
            free(name);
        }
        label = known->label;
    }
    pthread_mutex_unlock(&lock);
    return label;
}

void tm_object_unloaded(void) {
    pthread_mutex_lock(&lock);
    if (table != NULL) memset(table, 0, capacity * sizeof *table);
    count = 0;
    tm_forget_objects();
    tm_generation++;
    pthread_mutex_unlock(&lock);
}
