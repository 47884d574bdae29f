/* A function of the program in memory, instruction by instruction, with the locations of its calls, jumps and ends. */
#ifndef TM_CODE_H
#define TM_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decode.h"
#include "trampolines.h"
#include "targets.h"

#pragma GCC visibility push(hidden)

struct tm_step {
    uintptr_t address;
    struct tm_instruction instruction;
};

/* The parts of a function's code: compilers move cold code elsewhere, under the function's name and .cold. */
struct tm_part {
    uintptr_t begin, end;
    uintptr_t next; /* the earliest address where something else may start */
};

#define TM_PARTS 4

struct tm_function_code {
    struct tm_part parts[TM_PARTS]; /* the first contains the entry */
    size_t part_count;
    struct tm_step* steps; /* part by part */
    size_t count, room;
    size_t entry;    /* the first step to be moved */
    bool has_table;  /* of addresses within the function, used for jumps */
    bool is_looping; /* jumps backwards */
    enum tm_vectors vectors;
};

/* Returns NULL, or why its code cannot be analysed. The steps' memory is reused for the next function. */
extern const char* tm_read_code(struct tm_function_code* code);

/* Marks the places that the function itself jumps to, by distances and by tables. */
extern void tm_mark_own_targets(struct tm_function_code* code, struct tm_targets* targets);

static inline uintptr_t tm_end_of(const struct tm_step* step) { return step->address + step->instruction.length; }

/* Returns the target of a relative call or jump. */
static inline uintptr_t tm_target_of(const struct tm_step* step) {
    return tm_end_of(step) + (uintptr_t)(intptr_t)step->instruction.distance;
}

/* A jump with a 4-byte displacement is not shorter. */
#define TM_LONG_JUMP 5

/* Jumps with a displacement, conditional or unconditional. */
static inline bool tm_is_jump(const struct tm_step* step) {
    uint8_t kind = step->instruction.kind;
    return kind == TM_JUMP || kind == TM_CONDITIONAL || kind == TM_SHORT_ONLY;
}

static inline const uint8_t* tm_bytes_of(const struct tm_step* step) { return (const uint8_t*)step->address; }

extern bool tm_is_within(const struct tm_function_code* code, uintptr_t address);

enum tm_way_out {
    TM_STAYS,      /* continues within the function */
    TM_ENDS,       /* returns, or jumps to another function, which returns in its place */
    TM_BEGINS_ANEW /* jumps to the function's start: a loop, not a call */
};

/* Returns false if that is unknown. */
extern bool tm_way_out_of(const struct tm_function_code* code, size_t step, enum tm_way_out* way);

#pragma GCC visibility pop

#endif
