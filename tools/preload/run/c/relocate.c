#include "relocate.h"

#include <string.h>

#include "patch_site.h"

/* The maximum size of a moved instruction and the code inserted before it. */
#define MAX_STEP_BYTES 48
#define MAX_WINDOW_BYTES 32

struct writer {
    struct tm_pool* pool;
    const char* problem;
};

static void put(struct writer* writer, const void* bytes, size_t count) {
    if ((size_t)(writer->pool->end - writer->pool->at) < count) {
        writer->problem = "could not be patched: out of memory";
        return;
    }
    memcpy(writer->pool->at, bytes, count);
    writer->pool->at += count;
}

static void emit_byte(struct writer* writer, uint8_t byte) { put(writer, &byte, 1); }

/* Four bytes relative to their own end, with `behind` bytes after them, that lead to the target. */
static void emit_distance(struct writer* writer, uintptr_t target, size_t behind) {
    int64_t distance = (int64_t)(target - ((uintptr_t)writer->pool->at + 4 + behind));
    if (distance != (int32_t)distance) writer->problem = "refers to addresses too far from free memory";
    int32_t four = (int32_t)distance;
    put(writer, &four, 4);
}

static void emit_jump(struct writer* writer, uintptr_t target) {
    emit_byte(writer, 0xe9);
    emit_distance(writer, target, 0);
}

static void emit_conditional(struct writer* writer, uint8_t condition, uintptr_t target) {
    put(writer, (uint8_t[]){0x0f, (uint8_t)(0x80 | condition)}, 2);
    emit_distance(writer, target, 0);
}

/* push an address: the lower half, which is sign-extended, and then the upper half over that. */
static void emit_push(struct writer* writer, uintptr_t address) {
    uint32_t low = (uint32_t)address, high = (uint32_t)(address >> 32);
    emit_byte(writer, 0x68);
    put(writer, &low, 4);
    put(writer, (uint8_t[]){0xc7, 0x44, 0x24, 0x04}, 4);
    put(writer, &high, 4);
}

/* call *[slot]. */
static void emit_call_of(struct writer* writer, const uint8_t* slot) {
    put(writer, (uint8_t[]){0xff, 0x15}, 2);
    emit_distance(writer, (uintptr_t)slot, 0);
}

#define BYTES_OF_EXIT 6
#define BYTES_OF_JUMP 5

static void emit_exit(struct writer* writer) { emit_call_of(writer, writer->pool->begin + sizeof(void*)); }

static void emit_entry(struct writer* writer, const void* function) {
    emit_push(writer, (uintptr_t)function);
    emit_call_of(writer, writer->pool->begin);
}

/* Unchanged, except for operands relative to its own address. */
static void emit_copy(struct writer* writer, const struct tm_step* step, uint8_t change_of_operation) {
    const struct tm_instruction* one = &step->instruction;
    uint8_t bytes[16];
    memcpy(bytes, tm_bytes_of(step), one->length);
    if (change_of_operation != 0) bytes[one->modrm_at] = (uint8_t)((bytes[one->modrm_at] & 0xc7) | change_of_operation << 3);
    if (one->displacement_at == 0 || one->has_address_table) {
        put(writer, bytes, one->length);
        return;
    }
    int32_t displacement;
    memcpy(&displacement, bytes + one->displacement_at, sizeof displacement);
    size_t behind = one->length - one->displacement_at - 4u;
    put(writer, bytes, one->displacement_at);
    emit_distance(writer, tm_end_of(step) + (uintptr_t)(intptr_t)displacement, behind);
    put(writer, bytes + one->displacement_at + 4, behind);
}

static uint8_t condition_of(const struct tm_step* step) { return step->instruction.opcode & 0x0f; }

/* Whether a memory operand is relative to the stack pointer. */
static bool is_of_stack(const struct tm_step* step) {
    const struct tm_instruction* one = &step->instruction;
    const uint8_t* modrm = tm_bytes_of(step) + one->modrm_at;
    if (modrm[0] >> 6 == 3) return (modrm[0] & 7) == 4 && (one->rex & 1) == 0;
    return (modrm[0] & 7) == 4 && (modrm[1] & 7) == 4 && (one->rex & 1) == 0;
}

/* With the return address in the function itself, so that an unwinder finds the function there. */
static void emit_call(struct writer* writer, const struct tm_step* step) {
    bool is_direct = step->instruction.kind == TM_CALL;
    if (!is_direct && is_of_stack(step)) {
        writer->problem = "calls through its stack at a patched address";
        return;
    }
    emit_push(writer, tm_end_of(step));
    if (is_direct) emit_jump(writer, tm_target_of(step));
    else emit_copy(writer, step, 4);
}

static void emit_end(struct writer* writer, const struct tm_step* step) {
    switch (step->instruction.kind) {
        case TM_CONDITIONAL:
            /* Skips the end if the condition is not met. */
            put(writer, (uint8_t[]){(uint8_t)(0x70 | (condition_of(step) ^ 1)), BYTES_OF_EXIT + BYTES_OF_JUMP}, 2);
            emit_exit(writer);
            emit_jump(writer, tm_target_of(step));
            break;
        case TM_JUMP:
            emit_exit(writer);
            emit_jump(writer, tm_target_of(step));
            break;
        default:
            emit_exit(writer);
            emit_copy(writer, step, 0);
            break;
    }
}

/* The return at an address that is no longer reached; NULL if there is none. */
static const struct tm_step* return_at(const struct tm_function_code* code, const struct tm_plan* plan, uintptr_t address) {
    for (size_t i = 0; i < code->count; i++) {
        const struct tm_step* step = &code->steps[i];
        if (step->address == address) return step->instruction.kind == TM_RETURN && plan->is_moved[i] ? step : NULL;
    }
    return NULL;
}

/* A jump to a return, which returns at once: the return's own bytes may have been reused. */
static void emit_return(struct writer* writer, const struct tm_step* jump, const struct tm_step* to) {
    /* Skips it if the condition is not met. */
    if (jump->instruction.kind == TM_CONDITIONAL) {
        put(writer, (uint8_t[]){(uint8_t)(0x70 | (condition_of(jump) ^ 1)), (uint8_t)(BYTES_OF_EXIT + to->instruction.length)}, 2);
    }
    emit_end(writer, to);
}

static void emit_step(struct writer* writer, const struct tm_function_code* code, const struct tm_plan* plan, size_t index,
                      uintptr_t begin) {
    const struct tm_step* step = &code->steps[index];
    enum tm_way_out way;
    tm_way_out_of(code, index, &way);
    uint8_t kind = step->instruction.kind;
    const struct tm_step* end = tm_is_jump(step) && way == TM_STAYS ? return_at(code, plan, tm_target_of(step)) : NULL;
    if (way == TM_ENDS) emit_end(writer, step);
    else if (end != NULL) emit_return(writer, step, end);
    else if (kind == TM_CALL || kind == TM_INDIRECT_CALL) emit_call(writer, step);
    else if (kind == TM_JUMP) emit_jump(writer, way == TM_BEGINS_ANEW ? begin : tm_target_of(step));
    else if (kind == TM_CONDITIONAL) emit_conditional(writer, condition_of(step), way == TM_BEGINS_ANEW ? begin : tm_target_of(step));
    else if (kind != TM_PADDING) emit_copy(writer, step, 0);
}

bool tm_begin_moving(struct tm_pool* pool, const struct tm_trampolines* entrances) {
    struct writer writer = {pool, NULL};
    put(&writer, entrances, sizeof *entrances);
    return writer.problem == NULL;
}

size_t tm_most_bytes(const struct tm_plan* plan) {
    size_t bytes = 0;
    for (size_t i = 0; i < plan->count; i++) {
        size_t steps = plan->windows[i].last - plan->windows[i].first + 1;
        bytes += MAX_WINDOW_BYTES + steps * MAX_STEP_BYTES;
    }
    return bytes;
}

const char* tm_relocate(const struct tm_function_code* code, const struct tm_plan* plan, const void* function, struct tm_pool* pool,
                        struct tm_patch* patches, size_t* count) {
    uint8_t* before = pool->at;
    struct writer writer = {pool, NULL};
    *count = 0;
    uintptr_t begin = 0; /* after the entry's hook, where loops restart */
    for (size_t i = 0; i < plan->count && writer.problem == NULL; i++) {
        const struct tm_window* window = &plan->windows[i];
        uintptr_t place = code->steps[window->first].address;
        if (window->island != 0) patches[(*count)++] = (struct tm_patch){.address = place, .target = window->island, .is_short = true};
        patches[(*count)++] = (struct tm_patch){
            .address = window->island != 0 ? window->island : place, .target = (uintptr_t)pool->at, .is_island = window->island != 0};
        if (i == 0) {
            emit_entry(&writer, function);
            begin = (uintptr_t)pool->at;
        }
        for (size_t step = window->first; step <= window->last; step++) emit_step(&writer, code, plan, step, begin);
        const struct tm_step* last = &code->steps[window->last];
        if (tm_is_call(last) || tm_never_goes_on(last)) continue;
        const struct tm_step* end = return_at(code, plan, tm_end_of(last));
        if (end != NULL) emit_end(&writer, end);
        else emit_jump(&writer, tm_end_of(last));
    }
    if (writer.problem != NULL) pool->at = before;
    return writer.problem;
}
