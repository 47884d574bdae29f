/* An open-addressing hash table by address, with linear probing. A removed slot leaves a tombstone. */
#include "slots.h"

#include <stddef.h>
#include <stdlib.h>

static struct tm_slot* table;
static size_t room, taken;
static void* const GONE = &table;

static size_t place_of(void** at) { return (size_t)(((uintptr_t)at >> 3) * 0x9E3779B97F4A7C15u >> 20) & (room - 1); }

struct tm_slot* tm_slot_at(void** at) {
    if (room == 0) return NULL;
    for (size_t i = place_of(at); table[i].at != NULL; i = (i + 1) & (room - 1)) {
        if (table[i].at == at) return &table[i];
    }
    return NULL;
}

static struct tm_slot* free_place(void** at) {
    size_t i = place_of(at);
    while (table[i].at != NULL && table[i].at != GONE) i = (i + 1) & (room - 1);
    if (table[i].at == NULL) taken++;
    return &table[i];
}

static bool make_room(void) {
    if (room != 0 && taken < room / 2) return true;
    struct tm_slot* old = table;
    size_t count = room;
    size_t held = 0;
    for (size_t i = 0; i < count; i++) held += old[i].at != NULL && old[i].at != GONE;
    size_t wanted = 64;
    while (wanted < 4 * held + 4) wanted *= 2;
    struct tm_slot* larger = calloc(wanted, sizeof *larger);
    if (larger == NULL) return false;
    table = larger;
    room = wanted;
    taken = 0;
    for (size_t i = 0; i < count; i++) {
        if (old[i].at != NULL && old[i].at != GONE) *free_place(old[i].at) = old[i];
    }
    free(old);
    return true;
}

struct tm_slot* tm_new_slot(void** at) {
    if (!make_room()) return NULL;
    struct tm_slot* slot = free_place(at);
    *slot = (struct tm_slot){.at = at};
    return slot;
}

void tm_forget_slot(struct tm_slot* slot) { slot->at = GONE; }

void tm_forget_slots_before(uint64_t pass) {
    for (size_t i = 0; i < room; i++) {
        if (table[i].at != NULL && table[i].at != GONE && table[i].pass < pass) table[i].at = GONE;
    }
}
