/* One pass over the slots of all loaded objects. */
#ifndef TM_SLOT_PASS_H
#define TM_SLOT_PASS_H

#include <stddef.h>
#include <stdint.h>

#include "symbol_lookup.h"

#pragma GCC visibility push(hidden)

/* The first objects of the dynamic linker's list that are known to be relocated, as long as none has been unloaded since. */
struct tmgot_relocated {
    size_t objects;
    unsigned long long removed;
};

enum { TMGOT_NAME_HASHES = 1 << 12 };

struct tmgot_pass {
    uint64_t number;
    struct tmgot_relocated relocated; /* before the pass */
    struct tm_lookups* lookups;       /* lookups so far; the pass adds those it needs */

    /* Results. */
    unsigned long long added, removed; /* numbers of objects that had been loaded and unloaded */
    size_t object_count;
    size_t unsettled; /* number of objects that are being relocated, and were skipped */

    /* Used by the pass. */
    uintptr_t own_code, loader;
    uintptr_t program_begin, program_end;
    const void* jumps[256]; /* of the program, for functions whose address it took */
    size_t jump_count;
    unsigned char has_hook[TMGOT_NAME_HASHES / 8]; /* by the hash of a function's name */
};

/* Makes a pass from the fields that were set before it. The caller holds the lock. */
extern void tmgot_run_pass(struct tmgot_pass* pass);

#pragma GCC visibility pop

#endif
