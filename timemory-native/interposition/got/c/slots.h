/* What slots held before they were rewritten, so that they can be restored, and which functions they are for. */
#ifndef TM_SLOTS_H
#define TM_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_slot {
    void** at;           /* NULL: free */
    const void* dynamic; /* dynamic section of its object: another object may be loaded at the same address */
    uint64_t meaning;    /* hash of the function and its version: even the dynamic section may be at the same address */
    uint64_t removed;    /* how many objects had been unloaded when it was last known to be in this one */
    void* before;        /* what it held before */
    void* original;      /* the function that calls through it are meant for */
    void* holds;         /* what was written */
    uint64_t pass;       /* the last pass that found it */
};

/* Returns the slot at this address; NULL if it was not rewritten. */
extern struct tm_slot* tm_slot_at(void** at);

/* Adds a slot. Returns NULL without memory. Invalidates all pointers that were returned before. */
extern struct tm_slot* tm_new_slot(void** at);

extern void tm_forget_slot(struct tm_slot* slot);

/* Removes slots that this pass did not find: their objects were unloaded. */
extern void tm_forget_slots_before(uint64_t pass);

#pragma GCC visibility pop

#endif
