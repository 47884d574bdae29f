/* Jumps in the code of another process. */
#ifndef TM_REMOTE_PATCHES_H
#define TM_REMOTE_PATCHES_H

#include "attached.h"
#include "target.h"

struct tm_jumps {
    struct tm_remote_patch* places; /* by their addresses */
    uint8_t (*before)[8];           /* the previous bytes */
    bool* is_written;
    size_t count;
    size_t functions; /* those without one, because a thread was inside */
};

/* The places found by the library; false if they cannot be read. */
extern bool tm_read_remote_patches(const struct tm_target* target, const struct tm_attached* attached, struct tm_jumps* jumps);

/* Stops the process, writes the jumps, and resumes it. Returns NULL, or the reason if nothing was written. */
extern const char* tm_write_jumps(const struct tm_target* target, struct tm_jumps* jumps);

/* The same, restoring the previous bytes. */
extern const char* tm_take_jumps_away(const struct tm_target* target, struct tm_jumps* jumps);

#endif
