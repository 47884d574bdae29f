/* Functions by address, in a table that is at most half full. */
#ifndef TM_ADDRESSES_H
#define TM_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_known {
    const void* function;
    const char* label; /* NULL if it is not measured */
    uint32_t calls;
};

struct tm_addresses {
    struct tm_known* table;
    size_t capacity, count;
};

/* Adds one without a label if there is none; NULL without memory. */
extern struct tm_known* tm_known_at(struct tm_addresses* addresses, const void* function, bool* is_new);

/* Empties it, and keeps its memory. */
extern void tm_forget_addresses(struct tm_addresses* addresses);

#pragma GCC visibility pop

#endif
