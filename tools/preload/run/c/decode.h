/*
 * Decodes x86-64 instructions as far as moving them requires: their length, where they continue, and what is relative to their address.
 *
 * Not a disassembler: those report far more, are about 30 times slower, which would delay each start of a program, and their structures
 * change between versions. Unknown instructions are rejected, and functions with them are left unchanged.
 */
#ifndef TM_DECODE_H
#define TM_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum tm_kind {
    TM_PLAIN,   /* continues after itself */
    TM_PADDING, /* does nothing */
    TM_CALL,    /* by a displacement */
    TM_INDIRECT_CALL,
    TM_JUMP, /* by a displacement */
    TM_INDIRECT_JUMP,
    TM_CONDITIONAL, /* a jump with a displacement of one or four bytes, conditional */
    TM_SHORT_ONLY,  /* a conditional jump that has no longer form: loop, jrcxz */
    TM_RETURN,
    TM_STOP /* never continues: ud2, hlt, int3 */
};

struct tm_instruction {
    uint8_t length;
    uint8_t kind;
    uint8_t opcode_at; /* offset of the opcode, after the prefixes */
    uint8_t map;       /* of the opcode: 0 for one byte, 1 for 0f, 2 for 0f 38, 3 for 0f 3a and so on */
    uint8_t opcode;
    uint8_t modrm_at;        /* 0 if there is none */
    uint8_t displacement_at; /* four bytes relative to the instruction's end (rip); 0 if there is none */
    uint8_t rex;             /* 0 if there is none */
    uint8_t vectors;         /* enum tm_vectors: the width of the vectors that its encoding can have */
    bool has_address_table;  /* [table + 8 * register], with the table's address in four bytes, at displacement_at */
    int32_t distance;        /* of calls and jumps, from their end */
};

/* Returns false if the bytes, of which there are `room`, are not a known instruction. */
extern bool tm_decode(const uint8_t* code, size_t room, struct tm_instruction* instruction);

#pragma GCC visibility pop

#endif
