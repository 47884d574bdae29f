/*
 * The targets of jumps in a loaded object, a mark for each byte of its code: code that is moved elsewhere must not contain jump targets.
 *
 * All bytes that look like a jump or call with a 4-byte displacement count as one, at any offset, so that code without symbols is covered;
 * that marks some places too many, and costs a few milliseconds per megabyte. Jumps with a 1-byte displacement do not leave a function, and
 * tables belong to a function: both are marked when its code is read.
 */
#ifndef TM_TARGETS_H
#define TM_TARGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "objects.h"

#pragma GCC visibility push(hidden)

/* The contents of a mark: how often bytes look like a long jump or a call to the place, up to a maximum, and two flags. */
enum { TM_LONG_JUMPS = 0x3f, TM_SHORT_JUMP = 0x40, TM_TABLE = 0x80 };

struct tm_targets {
    const struct tmfn_object* object;
    uintptr_t begin, end; /* of the code */
    uint8_t* marks;
};

/* Returns false without memory. */
extern bool tm_find_targets(struct tm_targets* targets, const struct tmfn_object* object);

extern void tm_forget_targets(struct tm_targets* targets);

static inline bool tm_is_code(const struct tm_targets* targets, uintptr_t address) {
    return address >= targets->begin && address < targets->end;
}

static inline uint8_t tm_mark_of(const struct tm_targets* targets, uintptr_t address) {
    return tm_is_code(targets, address) ? targets->marks[address - targets->begin] : 0;
}

static inline bool tm_is_target(const struct tm_targets* targets, uintptr_t address) { return tm_mark_of(targets, address) != 0; }

static inline void tm_mark(struct tm_targets* targets, uintptr_t address, uint8_t flag) {
    if (tm_is_code(targets, address)) targets->marks[address - targets->begin] |= flag;
}

/* The number of bytes from the address on that are in the same part of the object. */
extern size_t tm_readable_from(const struct tmfn_object* object, uintptr_t address);

#pragma GCC visibility pop

#endif
