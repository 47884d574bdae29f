/* Memory for code close to an object: jumps of four bytes' distance reach it, and from it the object. Kept as long as the process lives. */
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

/* Room for that many bytes at least, to be written. False where no address nearby is free. */
extern bool tm_new_pool(struct tm_pool* pool, const struct tmfn_object* object, size_t bytes);

/* What was written can be run from now on, and not be written any more. */
extern bool tm_seal_pool(const struct tm_pool* pool);

#pragma GCC visibility pop

#endif
