/*
 * Instructions of x86-64, as far as moving them asks: how long one is, where it goes on, and what in it counts from its own address.
 *
 * Not a disassembler: those report far more, are about 30 times slower, which would delay each start of a program, and their structures
 * change between versions. Unknown instructions are refused, and functions with them are left unchanged.
 */
#ifndef TM_DECODE_H
#define TM_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum tm_kind {
    TM_PLAIN,   /* goes on behind itself */
    TM_PADDING, /* does nothing */
    TM_CALL,    /* to a distance */
    TM_INDIRECT_CALL,
    TM_JUMP, /* to a distance */
    TM_INDIRECT_JUMP,
    TM_CONDITIONAL, /* a jump to a distance of one or four bytes, by the flags */
    TM_SHORT_ONLY,  /* a conditional jump that has no longer form: loop, jrcxz */
    TM_RETURN,
    TM_STOP /* never goes on: ud2, hlt, int3 */
};

struct tm_instruction {
    uint8_t length;
    uint8_t kind;
    uint8_t opcode_at; /* behind the prefixes, where the opcode begins */
    uint8_t map;       /* of the opcode: 0 for one byte, 1 for 0f, 2 for 0f 38, 3 for 0f 3a and so on */
    uint8_t opcode;
    uint8_t modrm_at;        /* 0 where there is none */
    uint8_t displacement_at; /* of four bytes from the instruction's end (rip); 0 where there is none */
    uint8_t rex;             /* 0 where there is none */
    uint8_t vectors;         /* enum tm_vectors: how wide those are that its encoding can have */
    bool has_address_table;  /* [table + 8 * register], with the table's address in four bytes, at displacement_at */
    int32_t distance;        /* of calls and jumps from their end */
};

/* False where the bytes, of which there are `room`, are not a known instruction. */
extern bool tm_decode(const uint8_t* code, size_t room, struct tm_instruction* instruction);

#pragma GCC visibility pop

#endif
