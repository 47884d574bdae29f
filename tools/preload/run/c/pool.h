/* Memory for code close to an object: jumps with a 4-byte displacement reach it, and the object from it. Never freed. */
#ifndef TM_POOL_H
#define TM_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "objects.h"

#pragma GCC visibility push(hidden)

struct tm_pool {
    uint8_t* begin;
    uint8_t* at; /* free from here on */
    uint8_t* end;
};

/* Provides writable room for at least this many bytes. Returns false if no address nearby is free. */
extern bool tm_new_pool(struct tm_pool* pool, const struct tmfn_object* object, size_t bytes);

/* Makes the written code executable, and no longer writable. */
extern bool tm_seal_pool(const struct tm_pool* pool);

#pragma GCC visibility pop

#endif
