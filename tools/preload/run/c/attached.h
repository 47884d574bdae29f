/*
 * Shared between a process that measures another one and the library in that process: memory of the library, which the other process reads
 * and writes with ptrace. The library determines which functions can be changed and creates the code for them, on a separate thread; the
 * other process stops all threads, writes the jumps, and removes them again.
 */
#ifndef TM_ATTACHED_H
#define TM_ATTACHED_H

#include <stdint.h>

#define TM_ATTACHED_VERSION 1

enum tm_attached_state {
    TM_ASLEEP,    /* by the library: nothing is requested */
    TM_WANTED,    /* by the other process: `options` are set */
    TM_READY,     /* by the library: `places` are known */
    TM_MEASURING, /* by the other process: jumps are written */
    TM_OVER,      /* by the other process: they are removed */
    TM_WRITTEN,   /* by the library: results are written */
    TM_FAILED     /* by the library: `message` has the reason */
};

/* Where a jump is to be written. */
struct tm_remote_patch {
    uint64_t address;
    uint32_t function; /* those of one function are written together, or none of them */
    uint8_t size;
    uint8_t is_island; /* only another jump leads here: a thread at its first byte counts as inside too */
    uint8_t jump[6];
};

struct tm_attached {
    uint32_t version;
    uint32_t state; /* atomic */
    uint64_t places, count;
    int32_t owner;       /* the other process: if it is gone, measuring ends */
    char options[16384]; /* NAME=VALUE, each terminated by NUL, with an empty one at the end */
    char message[1024];
};

#endif
