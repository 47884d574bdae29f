/*
 * What a process that has another one measured, and the library in that, share: memory of the library, which the other one reads and writes
 * by ptrace. The library finds which functions can be changed and makes the code that they become part of, on a thread of its own; the
 * other process stops all threads, writes the jumps, and takes them away again.
 */
#ifndef TM_ATTACHED_H
#define TM_ATTACHED_H

#include <stdint.h>

#define TM_ATTACHED_VERSION 1

enum tm_attached_state {
    TM_ASLEEP,    /* by the library: nothing is wanted */
    TM_WANTED,    /* by the other: `options` are there */
    TM_READY,     /* by the library: `places` are known */
    TM_MEASURING, /* by the other: jumps are written */
    TM_OVER,      /* by the other: they are taken away */
    TM_WRITTEN,   /* by the library: results are written */
    TM_FAILED     /* by the library: `message` says why */
};

/* Where a jump is to be written. */
struct tm_remote_patch {
    uint64_t address;
    uint32_t function; /* those of one function are written together, or none of them */
    uint8_t size;
    uint8_t is_island; /* nothing but another jump leads here: a thread that is at its first byte is inside, too */
    uint8_t jump[6];
};

struct tm_attached {
    uint32_t version;
    uint32_t state; /* atomic */
    uint64_t places, count;
    int32_t owner;       /* the other process: where it is gone, measuring is over */
    char options[16384]; /* NAME=VALUE, each with a NUL behind it, an empty one at the end */
    char message[1024];
};

#endif
