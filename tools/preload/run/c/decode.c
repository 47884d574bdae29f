#include "decode.h"

#include <string.h>

#include "trampolines.h"

/* The bytes that follow a one-byte opcode. */
enum { NONE, MODRM = 1, IMM8 = 2, IMMZ = 4, IMM16 = 8, IMMV = 16, OFFSET = 32, BAD = 64 };

/* clang-format off */
static const uint8_t one_byte[256] = {
#define ARITHMETIC MODRM, MODRM, MODRM, MODRM, IMM8, IMMZ, BAD, BAD
    ARITHMETIC, ARITHMETIC, ARITHMETIC, ARITHMETIC, ARITHMETIC, ARITHMETIC, ARITHMETIC, ARITHMETIC,
    /* 40 */ BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD,
    /* 50 */ NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
    /* 60 */ BAD, BAD, BAD, MODRM, BAD, BAD, BAD, BAD, IMMZ, MODRM | IMMZ, IMM8, MODRM | IMM8, NONE, NONE, NONE, NONE,
    /* 70 */ IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8,
    /* 80 */ MODRM | IMM8, MODRM | IMMZ, BAD, MODRM | IMM8, MODRM, MODRM, MODRM, MODRM,
    /* 88 */ MODRM, MODRM, MODRM, MODRM, MODRM, MODRM, MODRM, MODRM,
    /* 90 */ NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, BAD, NONE, NONE, NONE, NONE, NONE,
    /* a0 */ OFFSET, OFFSET, OFFSET, OFFSET, NONE, NONE, NONE, NONE, IMM8, IMMZ, NONE, NONE, NONE, NONE, NONE, NONE,
    /* b0 */ IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMMV, IMMV, IMMV, IMMV, IMMV, IMMV, IMMV, IMMV,
    /* c0 */ MODRM | IMM8, MODRM | IMM8, IMM16, NONE, BAD, BAD, MODRM | IMM8, MODRM | IMMZ,
    /* c8 */ IMM16 | IMM8, NONE, BAD, BAD, NONE, IMM8, BAD, BAD,
    /* d0 */ MODRM, MODRM, MODRM, MODRM, BAD, BAD, BAD, NONE, MODRM, MODRM, MODRM, MODRM, MODRM, MODRM, MODRM, MODRM,
    /* e0 */ IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMM8, IMMZ, IMMZ, BAD, IMM8, NONE, NONE, NONE, NONE,
    /* f0 */ BAD, NONE, BAD, BAD, NONE, NONE, MODRM, MODRM, NONE, NONE, NONE, NONE, NONE, NONE, MODRM, MODRM,
};

/* For the opcodes 0f xx, the same in VEX and EVEX. */
static uint8_t after_0f(uint8_t opcode) {
    switch (opcode) {
        case 0x05: case 0x06: case 0x07: case 0x08: case 0x09: case 0x0b: case 0x77: case 0xa0: case 0xa1: case 0xa2: case 0xa8: case 0xa9:
        case 0xaa:
            return NONE;
        case 0x04: case 0x0a: case 0x0c: case 0x0e: case 0x0f: case 0x24: case 0x25: case 0x26: case 0x27: case 0x36: case 0x38: case 0x39:
        case 0x3a: case 0x3b: case 0x3c: case 0x3d: case 0x3e: case 0x3f: case 0x78: case 0x79: case 0xa6: case 0xa7:
            return BAD;
        case 0x70: case 0x71: case 0x72: case 0x73: case 0xa4: case 0xac: case 0xba: case 0xc2: case 0xc4: case 0xc5: case 0xc6:
            return MODRM | IMM8;
        default:
            if (opcode >= 0x30 && opcode <= 0x37) return NONE;
            if (opcode >= 0x80 && opcode <= 0x8f) return IMMZ;
            if (opcode >= 0xc8 && opcode <= 0xcf) return NONE;
            return MODRM;
    }
}
/* clang-format on */

struct reader {
    const uint8_t* code;
    size_t room, at;
};

static bool take(struct reader* reader, uint8_t* byte) {
    if (reader->at >= reader->room || reader->at >= 15) return false;
    *byte = reader->code[reader->at++];
    return true;
}

struct prefixes {
    bool is_small;    /* 66 */
    bool is_narrow;   /* 67 */
    bool is_repeated; /* f3 */
    bool is_vector;   /* VEX or EVEX */
};

static bool read_prefixes(struct reader* reader, struct prefixes* prefixes, struct tm_instruction* into) {
    uint8_t byte;
    for (;;) {
        if (!take(reader, &byte)) return false;
        if (byte == 0x66) prefixes->is_small = true;
        else if (byte == 0x67) prefixes->is_narrow = true;
        else if (byte == 0xf3) prefixes->is_repeated = true;
        else if (byte != 0xf2 && byte != 0xf0 && byte != 0x2e && byte != 0x36 && byte != 0x3e && byte != 0x26 && byte != 0x64 &&
                 byte != 0x65)
            break;
    }
    if ((byte & 0xf0) == 0x40) {
        into->rex = byte;
        if (!take(reader, &byte)) return false;
        if ((byte & 0xf0) == 0x40) return false;
    }
    into->opcode_at = (uint8_t)(reader->at - 1);
    into->opcode = byte;
    return true;
}

static bool read_vector_prefix(struct reader* reader, struct tm_instruction* into) {
    uint8_t one, other;
    if (into->rex != 0 || !take(reader, &one)) return false;
    if (into->opcode == 0xc5) {
        into->map = 1;
    } else if (into->opcode == 0xc4) {
        into->map = one & 0x1f;
        if (!take(reader, &other)) return false;
        if (into->map > 3) return false;
    } else {
        into->map = one & 7;
        if (!take(reader, &other) || !take(reader, &other)) return false;
        if (into->map == 4 || into->map == 7) return false;
    }
    return into->map != 0 && take(reader, &into->opcode);
}

/* Decodes the bytes after the opcode. */
static bool read_opcode(struct reader* reader, struct prefixes* prefixes, struct tm_instruction* into, uint8_t* follows) {
    uint8_t first = into->opcode;
    if (first == 0xc4 || first == 0xc5 || first == 0x62) {
        prefixes->is_vector = true;
        into->vectors = first == 0x62 ? TM_AVX512 : TM_AVX;
        if (!read_vector_prefix(reader, into)) return false;
    } else if (first == 0x0f) {
        into->map = 1;
        if (!take(reader, &into->opcode)) return false;
        if (into->opcode == 0x38 || into->opcode == 0x3a) {
            into->map = into->opcode == 0x38 ? 2 : 3;
            if (!take(reader, &into->opcode)) return false;
        }
    }
    switch (into->map) {
        case 0: *follows = one_byte[into->opcode]; break;
        case 1: *follows = after_0f(into->opcode); break;
        case 3: *follows = MODRM | IMM8; break;
        default: *follows = MODRM; break;
    }
    /* There are no jumps among the current vector instructions. */
    return !prefixes->is_vector || (*follows & IMMZ) == 0;
}

static bool read_operand(struct reader* reader, const struct prefixes* prefixes, struct tm_instruction* into) {
    uint8_t modrm;
    into->modrm_at = (uint8_t)reader->at;
    if (!take(reader, &modrm)) return false;
    uint8_t mod = modrm >> 6, rm = modrm & 7;
    if (mod == 3) return true;
    size_t displacement = mod == 1 ? 1 : mod == 2 ? 4 : 0;
    if (rm == 4) {
        uint8_t sib;
        if (!take(reader, &sib)) return false;
        if (mod == 0 && (sib & 7) == 5) {
            displacement = 4;
            into->has_address_table = sib >> 6 == 3;
            if (into->has_address_table) into->displacement_at = (uint8_t)reader->at;
        }
    } else if (mod == 0 && rm == 5) {
        displacement = 4;
        if (prefixes->is_narrow) return false; /* from the lower half of rip */
        into->displacement_at = (uint8_t)reader->at;
    }
    reader->at += displacement;
    return true;
}

static size_t immediates(const struct prefixes* prefixes, const struct tm_instruction* of, uint8_t follows) {
    size_t size = 0;
    bool is_wide = (of->rex & 8) != 0;
    if (follows & IMM8) size += 1;
    if (follows & IMM16) size += 2;
    if (follows & IMMZ) size += prefixes->is_small && !is_wide ? 2 : 4;
    if (follows & IMMV) size += is_wide ? 8 : prefixes->is_small ? 2 : 4;
    if (follows & OFFSET) size += prefixes->is_narrow ? 4 : 8;
    return size;
}

static enum tm_kind kind_of(const struct prefixes* prefixes, const struct tm_instruction* one, const uint8_t* code) {
    uint8_t opcode = one->opcode;
    if (prefixes->is_vector) return TM_PLAIN;
    if (one->map == 1) {
        if (opcode >= 0x80 && opcode <= 0x8f) return TM_CONDITIONAL;
        if (opcode == 0x0b) return TM_STOP;
        return opcode == 0x1f ? TM_PADDING : TM_PLAIN;
    }
    if (one->map != 0) return TM_PLAIN;
    if (opcode >= 0x70 && opcode <= 0x7f) return TM_CONDITIONAL;
    switch (opcode) {
        case 0x90: return prefixes->is_repeated || (one->rex & 1) != 0 ? TM_PLAIN : TM_PADDING;
        case 0xc2:
        case 0xc3: return TM_RETURN;
        case 0xcc:
        case 0xf4: return TM_STOP;
        case 0xe0:
        case 0xe1:
        case 0xe2:
        case 0xe3: return TM_SHORT_ONLY;
        case 0xe8: return TM_CALL;
        case 0xe9:
        case 0xeb: return TM_JUMP;
        case 0xff: {
            uint8_t operation = code[one->modrm_at] >> 3 & 7;
            return operation == 2 ? TM_INDIRECT_CALL : operation == 4 ? TM_INDIRECT_JUMP : TM_PLAIN;
        }
        default: return TM_PLAIN;
    }
}

/* Instructions that cannot be moved, or have another meaning on another processor. */
static bool is_refused(const struct prefixes* prefixes, const struct tm_instruction* one, const uint8_t* code) {
    if (one->map != 0 || prefixes->is_vector) return false;
    uint8_t operation = one->modrm_at == 0 ? 0 : code[one->modrm_at] >> 3 & 7;
    switch (one->opcode) {
        case 0x8f: return operation != 0; /* XOP */
        case 0xc6:
        case 0xc7: return operation != 0; /* xabort, xbegin */
        case 0xff: return operation == 3 || operation == 5 || operation == 7;
        case 0xfe: return operation > 1;
        default: return false;
    }
}

bool tm_decode(const uint8_t* code, size_t room, struct tm_instruction* into) {
    struct reader reader = {code, room, 0};
    struct prefixes prefixes = {0};
    uint8_t follows;
    *into = (struct tm_instruction){0};
    if (!read_prefixes(&reader, &prefixes, into) || !read_opcode(&reader, &prefixes, into, &follows)) return false;
    if (follows & BAD) return false;
    if ((follows & MODRM) != 0 && !read_operand(&reader, &prefixes, into)) return false;
    bool is_group = into->map == 0 && !prefixes.is_vector && (into->opcode == 0xf6 || into->opcode == 0xf7);
    if (is_group && into->modrm_at < room && (code[into->modrm_at] >> 3 & 7) < 2) follows |= into->opcode == 0xf6 ? IMM8 : IMMZ;
    reader.at += immediates(&prefixes, into, follows);
    if (reader.at > room || reader.at > 15) return false;
    into->length = (uint8_t)reader.at;
    if (is_refused(&prefixes, into, code)) return false;
    into->kind = kind_of(&prefixes, into, code);
    switch (into->kind) {
        case TM_CALL:
        case TM_JUMP:
        case TM_CONDITIONAL:
        case TM_SHORT_ONLY:
            /* Processors differ in whether that shortens the displacement to two bytes. */
            if (prefixes.is_small && (into->rex & 8) == 0) return false;
            if (into->map == 0 && into->opcode != 0xe8 && into->opcode != 0xe9) into->distance = (int8_t)code[into->length - 1];
            else memcpy(&into->distance, code + into->length - 4, 4);
            break;
        default: break;
    }
    return true;
}
