/* What was in slots before they were rewritten, so that they can be put back, and what they are known to lead to. */
#ifndef TM_SLOTS_H
#define TM_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_slot {
    void** at;           /* NULL: free */
    const void* dynamic; /* of the object that it lies in: another object may be loaded in its place */
    uint64_t meaning;    /* a hash of the function and its version: the other object's dynamic section may be in the same place too */
    uint64_t removed;    /* how many objects had been unloaded when it was last seen to be of this one */
    void* before;        /* what it held */
    void* original;      /* what calls through it were to reach */
    void* holds;         /* what was written */
    uint64_t pass;       /* in which it was last seen */
};

/* NULL where it was not rewritten. */
extern struct tm_slot* tm_slot_at(void** at);

/* NULL without memory. What others were returned is elsewhere then. */
extern struct tm_slot* tm_new_slot(void** at);

extern void tm_forget_slot(struct tm_slot* slot);

/* Those that were not seen in this pass went with their objects. */
extern void tm_forget_slots_before(uint64_t pass);

#pragma GCC visibility pop

#endif
