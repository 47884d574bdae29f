#include "addresses.h"

#include <stdlib.h>
#include <string.h>

static struct tm_known* place_of(struct tm_known* table, size_t capacity, const void* function) {
    size_t place = ((uintptr_t)function * 0x9e3779b97f4a7c15u) >> 20 & (capacity - 1);
    while (table[place].function != NULL && table[place].function != function) place = (place + 1) & (capacity - 1);
    return &table[place];
}

static bool make_room(struct tm_addresses* addresses) {
    if (2 * addresses->count < addresses->capacity) return true;
    size_t capacity = addresses->capacity == 0 ? 256 : 2 * addresses->capacity;
    struct tm_known* larger = calloc(capacity, sizeof *larger);
    if (larger == NULL) return false;
    for (size_t i = 0; i < addresses->capacity; i++) {
        const struct tm_known* known = &addresses->table[i];
        if (known->function != NULL) *place_of(larger, capacity, known->function) = *known;
    }
    free(addresses->table);
    addresses->table = larger;
    addresses->capacity = capacity;
    return true;
}

struct tm_known* tm_known_at(struct tm_addresses* addresses, const void* function, bool* is_new) {
    *is_new = false;
    if (addresses->capacity > 0) {
        struct tm_known* known = place_of(addresses->table, addresses->capacity, function);
        if (known->function != NULL) return known;
    }
    if (!make_room(addresses)) return NULL;
    struct tm_known* known = place_of(addresses->table, addresses->capacity, function);
    known->function = function;
    addresses->count++;
    *is_new = true;
    return known;
}

void tm_forget_addresses(struct tm_addresses* addresses) {
    if (addresses->table != NULL) memset(addresses->table, 0, addresses->capacity * sizeof *addresses->table);
    addresses->count = 0;
}
