#include "code.h"

#include <stdlib.h>
#include <string.h>

bool tm_is_within(const struct tm_function_code* code, uintptr_t address) {
    for (size_t i = 0; i < code->part_count; i++) {
        if (address >= code->parts[i].begin && address < code->parts[i].end) return true;
    }
    return false;
}

static bool add(struct tm_function_code* code, struct tm_step step) {
    if (code->count == code->room) {
        size_t room = code->room == 0 ? 1024 : 2 * code->room;
        struct tm_step* larger = realloc(code->steps, room * sizeof *larger);
        if (larger == NULL) return false;
        code->steps = larger;
        code->room = room;
    }
    code->steps[code->count++] = step;
    return true;
}

/* endbr64: if indirect branches are tracked, a function starts with it, and must continue to do so. */
static bool is_landing(const struct tm_step* step) {
    return step->instruction.length == 4 && memcmp(tm_bytes_of(step), "\xf3\x0f\x1e\xfa", 4) == 0;
}

const char* tm_read_code(struct tm_function_code* code) {
    code->count = 0;
    code->is_looping = false;
    code->vectors = TM_SSE;
    for (size_t i = 0; i < code->part_count; i++) {
        uintptr_t at = code->parts[i].begin;
        while (at < code->parts[i].end) {
            struct tm_step step = {.address = at};
            if (!tm_decode((const uint8_t*)at, code->parts[i].end - at, &step.instruction)) return "has an unknown instruction";
            if (step.instruction.vectors > code->vectors) code->vectors = step.instruction.vectors;
            if (!add(code, step)) return "could not be analyzed: out of memory";
            if (tm_is_jump(&step) && tm_target_of(&step) <= at && tm_target_of(&step) >= code->parts[i].begin) code->is_looping = true;
            at += step.instruction.length;
        }
    }
    if (code->count == 0) return "is empty";
    code->entry = is_landing(&code->steps[0]) && code->count > 1 ? 1 : 0;
    return NULL;
}

/* More entries than any function has. */
#define MAX_ENTRIES 65536

/*
 * `table` may contain distances from itself, or addresses, as in jump tables. Reading continues as long as the entries lead to code,
 * possibly beyond the table's end: then places are marked that nothing jumps to.
 */
static void mark_table_of(struct tm_function_code* code, struct tm_targets* targets, uintptr_t table, size_t readable, size_t width) {
    for (size_t i = 0; (i + 1) * width <= readable && i < MAX_ENTRIES; i++) {
        int64_t entry = 0;
        int32_t distance;
        memcpy(width == sizeof distance ? (void*)&distance : &entry, (const uint8_t*)table + i * width, width);
        uintptr_t target = width == sizeof distance ? table + (uintptr_t)(intptr_t)distance : (uintptr_t)entry;
        if (!tm_is_code(targets, target)) break;
        if (!tm_is_within(code, target)) continue;
        code->has_table = true;
        tm_mark(targets, target, TM_TABLE);
    }
}

static void mark_table(struct tm_function_code* code, struct tm_targets* targets, uintptr_t table) {
    size_t readable = tm_readable_from(targets->object, table);
    if (readable == 0 || tm_is_code(targets, table)) return;
    mark_table_of(code, targets, table, readable, sizeof(int32_t));
    mark_table_of(code, targets, table, readable, sizeof(int64_t));
}

/* An address as an immediate operand, as in programs that are always loaded at the same address. */
static uintptr_t immediate_address_of(const struct tm_step* step) {
    const struct tm_instruction* one = &step->instruction;
    bool is_move = one->map == 0 && one->length >= 5 && ((one->opcode & 0xf8) == 0xb8 || one->opcode == 0xc7);
    if (!is_move) return 0;
    if ((one->opcode & 0xf8) == 0xb8 && (one->rex & 8) != 0) {
        uint64_t eight;
        memcpy(&eight, tm_bytes_of(step) + one->length - 8, sizeof eight);
        return eight;
    }
    uint32_t four;
    memcpy(&four, tm_bytes_of(step) + one->length - 4, sizeof four);
    return four;
}

static int32_t displacement_of(const struct tm_step* step) {
    int32_t displacement;
    memcpy(&displacement, tm_bytes_of(step) + step->instruction.displacement_at, sizeof displacement);
    return displacement;
}

static bool jumps_by_table(const struct tm_function_code* code) {
    for (size_t i = 0; i < code->count; i++) {
        if (code->steps[i].instruction.kind == TM_INDIRECT_JUMP) return true;
    }
    return false;
}

void tm_mark_own_targets(struct tm_function_code* code, struct tm_targets* targets) {
    code->has_table = false;
    bool looks_for_tables = jumps_by_table(code);
    for (size_t i = 0; i < code->count; i++) {
        const struct tm_step* step = &code->steps[i];
        const struct tm_instruction* one = &step->instruction;
        /* The long ones were found already. */
        if (tm_is_jump(step) && one->length < TM_LONG_JUMP) tm_mark(targets, tm_target_of(step), TM_SHORT_JUMP);
        if (!looks_for_tables) continue;
        uintptr_t immediate = immediate_address_of(step);
        if (immediate != 0) mark_table(code, targets, immediate);
        if (one->displacement_at == 0) continue;
        if (one->has_address_table) mark_table(code, targets, (uintptr_t)(intptr_t)displacement_of(step));
        else if (one->map == 0 && one->opcode == 0x8d)
            mark_table(code, targets, tm_end_of(step) + (uintptr_t)(intptr_t)displacement_of(step));
    }
}

/* The register from which an indirect jump takes its target; -1 if that is memory. */
static int register_of(const struct tm_step* jump) {
    const struct tm_instruction* one = &jump->instruction;
    uint8_t modrm = tm_bytes_of(jump)[one->modrm_at];
    return modrm >> 6 == 3 ? (modrm & 7) | (one->rex & 1) << 3 : -1;
}

/* Whether the memory operand has an index: [base + 8 * index]. */
static bool has_index(const struct tm_step* step) {
    const struct tm_instruction* one = &step->instruction;
    uint8_t modrm = tm_bytes_of(step)[one->modrm_at];
    if (modrm >> 6 == 3 || (modrm & 7) != 4) return false;
    uint8_t sib = tm_bytes_of(step)[one->modrm_at + 1];
    return (sib >> 3 & 7) != 4 || (one->rex & 2) != 0;
}

/* How far back the origin of a jump's target is searched for. */
#define STEPS_BACK 24

/*
 * Where jumps through registers and memory lead. A table of places within the function would have been found, because its address is in the
 * function. So without a table they lead elsewhere, except for a sum of two registers, whose target is unknown. With a table, a value read
 * by index, or a sum, is an entry of it; anything else may be an entry or the address of a function, and is unknown.
 */
static bool way_of_register(const struct tm_function_code* code, size_t jump, int target, enum tm_way_out* way) {
    for (size_t back = 1; back <= STEPS_BACK && back <= jump; back++) {
        const struct tm_step* step = &code->steps[jump - back];
        const struct tm_instruction* one = &step->instruction;
        if (one->modrm_at == 0 || one->map != 0) continue;
        uint8_t modrm = tm_bytes_of(step)[one->modrm_at];
        int by_reg = (modrm >> 3 & 7) | (one->rex & 4) << 1, by_rm = (modrm & 7) | (one->rex & 1) << 3;
        bool is_sum = (one->opcode == 0x01 && modrm >> 6 == 3 && by_rm == target) || (one->opcode == 0x03 && by_reg == target);
        bool is_read = one->opcode == 0x8b && by_reg == target;
        if (!is_sum && !is_read) continue;
        bool is_of_table = is_sum || (modrm >> 6 != 3 && has_index(step));
        *way = code->has_table ? TM_STAYS : TM_ENDS;
        return code->has_table ? is_of_table : !is_sum;
    }
    /* An argument. */
    *way = TM_ENDS;
    return !code->has_table;
}

bool tm_way_out_of(const struct tm_function_code* code, size_t index, enum tm_way_out* way) {
    const struct tm_step* step = &code->steps[index];
    *way = TM_STAYS;
    switch (step->instruction.kind) {
        case TM_RETURN: *way = TM_ENDS; return true;
        case TM_JUMP:
        case TM_CONDITIONAL:
        case TM_SHORT_ONLY: {
            uintptr_t target = tm_target_of(step);
            if (!tm_is_within(code, target)) *way = TM_ENDS;
            else if (target == code->parts[0].begin || target == code->steps[code->entry].address) *way = TM_BEGINS_ANEW;
            return true;
        }
        case TM_INDIRECT_JUMP: {
            int target = register_of(step);
            if (target >= 0) return way_of_register(code, index, target, way);
            *way = code->has_table ? TM_STAYS : TM_ENDS;
            return !code->has_table || has_index(step);
        }
        default: return true;
    }
}
