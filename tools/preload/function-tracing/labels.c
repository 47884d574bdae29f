#include "labels.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct label {
    struct label* next;
    uint64_t hash;
    char text[];
};

/* By hash: with at least as many entries as labels. */
static struct label** places;
static size_t capacity, count;

static uint64_t hash_of(const char* text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++) hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
    return hash;
}

static bool make_room(void) {
    if (count < capacity) return true;
    size_t size = capacity == 0 ? 1024 : 2 * capacity;
    struct label** larger = calloc(size, sizeof *larger);
    if (larger == NULL) return capacity > 0;
    for (size_t i = 0; i < capacity; i++) {
        while (places[i] != NULL) {
            struct label* label = places[i];
            places[i] = label->next;
            label->next = larger[label->hash & (size - 1)];
            larger[label->hash & (size - 1)] = label;
        }
    }
    free(places);
    places = larger;
    capacity = size;
    return true;
}

const char* tm_kept_label(const char* name) {
    if (!make_room()) return NULL;
    uint64_t hash = hash_of(name);
    struct label** place = &places[hash & (capacity - 1)];
    for (struct label* label = *place; label != NULL; label = label->next) {
        if (label->hash == hash && strcmp(label->text, name) == 0) return label->text;
    }
    size_t length = strlen(name) + 1;
    struct label* label = malloc(sizeof *label + length);
    if (label == NULL) return NULL;
    memcpy(label->text, name, length);
    label->hash = hash;
    label->next = *place;
    *place = label;
    count++;
    return label->text;
}
