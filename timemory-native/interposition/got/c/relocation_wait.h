/* Waiting for objects that other threads are loading. */
#ifndef TM_RELOCATION_WAIT_H
#define TM_RELOCATION_WAIT_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* How often an application of hooks waits for a millisecond before it waits for the dynamic linker's lock. */
enum { TMGOT_SHORT_WAITS = 50 };

/*
 * Waits for the objects that are being loaded, without the lock. Returns whether all of them are relocated.
 *
 * If it gives up on the dynamic linker's lock, *ticket is set for tmgot_was_lock_free.
 */
extern bool tmgot_wait_for_relocation(unsigned waits_before, unsigned* ticket);

/* Whether the dynamic linker's lock was free at some time since the ticket was set. */
extern bool tmgot_was_lock_free(unsigned ticket);

/* In a forked child, which has no thread that waits. */
extern void tmgot_forget_waiting(void);

#pragma GCC visibility pop

#endif
