#define _GNU_SOURCE
#include "learned.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "function_filter.h"
#include "log.h"
#include "variables.h"

#define HEADER "timemory-functions 1"
#define VARIABLE TM_INSTRUMENT "LEARNED"

struct function {
    uint64_t hash;
    char* name;
    enum tm_learned choice;
};

/* Open addressing: at least half of it is free. */
static struct function* functions;
static size_t capacity, count;
static bool is_read;

static uint64_t hash_of(const char* name) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return hash;
}

static struct function* place_of(const char* name, uint64_t hash) {
    size_t at = hash & (capacity - 1);
    while (functions[at].name != NULL && (functions[at].hash != hash || strcmp(functions[at].name, name) != 0))
        at = (at + 1) & (capacity - 1);
    return &functions[at];
}

static bool grow(void) {
    struct function* before = functions;
    size_t size = capacity;
    struct function* table = calloc(size == 0 ? 1024 : 2 * size, sizeof *table);
    if (table == NULL) return false;
    functions = table;
    capacity = size == 0 ? 1024 : 2 * size;
    for (size_t i = 0; i < size; i++) {
        if (before[i].name != NULL) *place_of(before[i].name, before[i].hash) = before[i];
    }
    free(before);
    return true;
}

static bool add(const char* name, enum tm_learned choice) {
    if (2 * (count + 1) > capacity && !grow()) return false;
    uint64_t hash = hash_of(name);
    struct function* place = place_of(name, hash);
    if (place->name == NULL) {
        char* kept = strdup(name);
        if (kept == NULL) return false;
        *place = (struct function){hash, kept, choice};
        count++;
    }
    place->choice = choice;
    return true;
}

/* `+` or `-`, three numbers and a name, separated by tabs. */
static bool take(char* line) {
    if (*line == '\0' || *line == '#') return true;
    char* name = line;
    for (int tabs = 0; tabs < 4 && name != NULL; tabs++) {
        name = strchr(name, '\t');
        if (name != NULL) name++;
    }
    if (name == NULL || (*line != '+' && *line != '-') || line[1] != '\t') return false;
    return add(name, *line == '+' ? TM_WORTH_IT : TM_NOT_WORTH_IT);
}

static void read_lines(FILE* file, const char* path) {
    char* line = NULL;
    size_t size = 0;
    for (size_t number = 1; getline(&line, &size, file) >= 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        if (number == 1 && strcmp(line, HEADER) == 0) continue;
        if (number > 1 && take(line)) continue;
        tm_log(VARIABLE " names '%.200s', which is not a learned-functions file from line %zu on: the rest is ignored", path, number);
        break;
    }
    free(line);
}

void tm_forget_learned(void) {
    for (size_t i = 0; i < capacity; i++) free(functions[i].name);
    free(functions);
    functions = NULL;
    capacity = count = 0;
    is_read = false;
}

enum tm_learned tm_learned_of(const char* name) {
    if (!is_read) {
        is_read = true;
        const char* path = tm_variable(VARIABLE);
        FILE* file = path == NULL || *path == '\0' ? NULL : fopen(path, "re");
        if (file != NULL) {
            read_lines(file, path);
            fclose(file);
        } else if (path != NULL && *path != '\0') {
            tm_log(VARIABLE " names '%.200s', which cannot be read: %s", path, strerror(errno));
        }
    }
    return count == 0 ? TM_NOTHING_LEARNED : place_of(name, hash_of(name))->choice;
}
