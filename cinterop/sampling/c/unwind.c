#define _GNU_SOURCE
#include "tm_unwind.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

/* DWARF register numbers. On AArch64 a leaf function has its return address only in a register. */
#if defined(__x86_64__)
enum { FRAME = 6, STACK = 7, RETURN = 16, REGISTERS = 17, IS_RETURN_IN_REGISTER = 0 };
#define ADDRESS_BITS ~0ULL
#else
enum { FRAME = 29, RETURN = 30, STACK = 31, REGISTERS = 32, IS_RETURN_IN_REGISTER = 1 };
/* The other bits of a return address may be a signature. */
#define ADDRESS_BITS ((1ULL << 48) - 1)
#endif

struct state {
    uint64_t registers[REGISTERS];
    uint64_t address;
    uint64_t page; /* the last page of the stack that was read; 0 for none */
    bool is_exact; /* the address is that of the next instruction, rather than a return address after a call */
};

/* As declared by glibc since 2.35. */
struct found_object {
    unsigned long long flags;
    void* map_start;
    void* map_end;
    struct link_map* link_map;
    void* eh_frame;
    unsigned long long reserved[7];
};

static int (*find_object)(void*, struct found_object*);

/* The vdso, which the kernel maps into each process for clocks, and which is in none of the linker's tables. */
static struct {
    uint64_t start, end;
    const uint8_t* eh_frame;
} vdso;

static void find_vdso(void) {
    const ElfW(Ehdr)* file = (const ElfW(Ehdr)*)getauxval(AT_SYSINFO_EHDR);
    if (file == NULL) return;
    const ElfW(Phdr)* segments = (const ElfW(Phdr)*)((const uint8_t*)file + file->e_phoff);
    for (int i = 0; i < file->e_phnum; i++) {
        if (segments[i].p_type == PT_LOAD) vdso.end = (uint64_t)file + segments[i].p_offset + segments[i].p_memsz;
        if (segments[i].p_type == PT_GNU_EH_FRAME) vdso.eh_frame = (const uint8_t*)file + segments[i].p_offset;
    }
    vdso.start = (uint64_t)file;
}

void tm_unwind_prepare(void) {
    find_object = (int (*)(void*, struct found_object*))dlsym(RTLD_DEFAULT, "_dl_find_object");
    find_vdso();
}

/* Returns the table of the image at the address; NULL if there is none. */
static const uint8_t* table_for(uint64_t address) {
    if (address >= vdso.start && address < vdso.end) return vdso.eh_frame;
    struct found_object object;
    if (find_object == NULL || find_object((void*)address, &object) != 0) return NULL;
    return object.eh_frame;
}

/* ---- Memory that may not be mapped --------------------------------------------------------------------------------------------------- */

/* The kernel reads the word before it rejects the unknown action: EFAULT means that it could not. No sandbox forbids this. */
bool tm_is_readable(uint64_t address) {
    errno = 0;
    syscall(SYS_rt_sigprocmask, ~0L, (void*)address, NULL, 8L);
    return errno == EINVAL;
}

static bool read_word(struct state* state, uint64_t address, uint64_t* into) {
    if (address % 8 != 0 || address < 4096) return false;
    uint64_t page = address & ~4095ULL;
    if (page != state->page) {
        if (!tm_is_readable(page)) return false;
        state->page = page;
    }
    *into = *(const uint64_t*)address;
    return true;
}

/* ---- DWARF numbers ------------------------------------------------------------------------------------------------------------------- */

static uint64_t uleb(const uint8_t** at) {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return value;
    }
}

static int64_t sleb(const uint8_t** at) {
    uint64_t value = 0;
    for (int shift = 0;;) {
        uint8_t byte = *(*at)++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
        if (byte & 0x80) continue;
        if (shift < 64 && (byte & 0x40)) value |= ~0ULL << shift;
        return (int64_t)value;
    }
}

static uint64_t fixed(const uint8_t** at, int size) {
    uint64_t value = 0;
    memcpy(&value, *at, (size_t)size);
    *at += size;
    return value;
}

/* A pointer encoded according to `encoding`, without dereferencing indirect ones: those are not needed. */
static uint64_t encoded(const uint8_t** at, uint8_t encoding) {
    uint64_t from = (uint64_t)*at, value;
    if (encoding == 0xff) return 0;
    switch (encoding & 0x0f) {
        case 0x00: value = fixed(at, 8); break;
        case 0x01: value = uleb(at); break;
        case 0x02: value = fixed(at, 2); break;
        case 0x03: value = fixed(at, 4); break;
        case 0x04: value = fixed(at, 8); break;
        case 0x09: value = (uint64_t)sleb(at); break;
        case 0x0a: value = (uint64_t)(int64_t)(int16_t)fixed(at, 2); break;
        case 0x0b: value = (uint64_t)(int64_t)(int32_t)fixed(at, 4); break;
        default: value = fixed(at, 8); break;
    }
    return (encoding & 0x70) == 0x10 ? value + from : value;
}

/* ---- The entry of a function --------------------------------------------------------------------------------------------------------- */

struct entry {
    uint64_t start, end;
    const uint8_t *common, *common_end; /* the instructions common to all of its kind */
    const uint8_t *own, *own_end;
    uint64_t code_factor;
    int64_t data_factor;
    uint64_t return_register;
    bool is_signal;
};

/* The length of an entry that starts at `at`, which is moved past it. */
static uint64_t entry_length(const uint8_t** at) {
    uint64_t length = fixed(at, 4);
    return length == 0xffffffff ? fixed(at, 8) : length;
}

static bool read_common(const uint8_t* at, struct entry* entry, uint8_t* encoding, bool* has_augmentation) {
    uint64_t length = entry_length(&at);
    const uint8_t* end = at + length;
    if (length == 0 || fixed(&at, 4) != 0) return false;
    uint8_t version = *at++;
    const char* letters = (const char*)at;
    at += strlen(letters) + 1;
    entry->code_factor = uleb(&at);
    entry->data_factor = sleb(&at);
    entry->return_register = version == 1 ? *at++ : uleb(&at);
    *encoding = 0;
    *has_augmentation = *letters == 'z';
    if (*has_augmentation) {
        uint64_t size = uleb(&at);
        const uint8_t* after = at + size;
        for (letters++; *letters != '\0'; letters++) {
            if (*letters == 'R') *encoding = *at++;
            else if (*letters == 'L') at++;
            else if (*letters == 'P') {
                uint8_t of_pointer = *at++;
                encoded(&at, of_pointer);
            } else if (*letters == 'S') entry->is_signal = true;
            else break;
        }
        at = after;
    } else if (*letters != '\0') return false;
    entry->common = at;
    entry->common_end = end;
    return true;
}

static bool read_entry(const uint8_t* at, struct entry* entry) {
    *entry = (struct entry){0};
    uint64_t length = entry_length(&at);
    const uint8_t *end = at + length, *before = at;
    uint64_t back = fixed(&at, 4);
    if (length == 0 || back == 0) return false;
    uint8_t encoding;
    bool has_augmentation;
    if (!read_common(before - back, entry, &encoding, &has_augmentation)) return false;
    entry->start = encoded(&at, encoding);
    entry->end = entry->start + encoded(&at, encoding & 0x0f);
    if (has_augmentation) {
        uint64_t size = uleb(&at);
        at += size;
    }
    entry->own = at;
    entry->own_end = end;
    return true;
}

/* The entry for `address`: the table of .eh_frame_hdr is sorted by function start. */
static bool find_entry(uint64_t address, struct entry* entry) {
    const uint8_t *header = table_for(address), *at = header + 4;
    /* Only one version and one form of the table are in use. */
    if (header == NULL || header[0] != 1 || header[3] != 0x3b) return false;
    encoded(&at, header[1]);
    uint64_t count = encoded(&at, header[2]);
    const int32_t* table = (const int32_t*)at;
    int64_t wanted = (int64_t)(address - (uint64_t)header);
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (table[2 * middle] <= wanted) low = middle + 1;
        else high = middle;
    }
    if (low == 0 || !read_entry(header + table[2 * (low - 1) + 1], entry)) return false;
    return address >= entry->start && address < entry->end;
}

int64_t tm_function_start(int64_t address) {
    struct entry entry;
    return find_entry((uint64_t)address, &entry) ? (int64_t)entry.start : 0;
}

/* ---- The rules at an address --------------------------------------------------------------------------------------------------------- */

enum kind { SAME, UNDEFINED, AT_OFFSET, IS_OFFSET, IN_REGISTER, AT_EXPRESSION, IS_EXPRESSION };

struct rules {
    uint8_t kinds[REGISTERS];
    int64_t values[REGISTERS];       /* an offset, a register or the address of an expression */
    const uint8_t* frame_expression; /* for the frame's address; NULL if it is a register and an offset */
    uint64_t frame_register;
    int64_t frame_offset;
};

static void set_rule(struct rules* rules, uint64_t number, uint8_t kind, int64_t value) {
    if (number >= REGISTERS) return;
    rules->kinds[number] = kind;
    rules->values[number] = value;
}

enum { REMEMBERED = 3 };

/*
 * Applies the instructions from `at` to `end` for `address`; `first` has the rules of the common part. Returns false if an instruction is
 * unknown.
 */
static bool run(const struct entry* entry, const uint8_t* at, const uint8_t* end, uint64_t address, struct rules* rules,
                const struct rules* first) {
    uint64_t here = entry->start;
    struct rules remembered[REMEMBERED];
    int depth = 0;
    while (at < end && here <= address) {
        uint8_t code = *at++;
        uint64_t low = code & 0x3f, number;
        switch (code & 0xc0) {
            case 0x40: here += low * entry->code_factor; continue;
            case 0x80: set_rule(rules, low, AT_OFFSET, (int64_t)uleb(&at) * entry->data_factor); continue;
            case 0xc0:
                if (first != NULL && low < REGISTERS) set_rule(rules, low, first->kinds[low], first->values[low]);
                continue;
        }
        switch (code) {
            case 0x00: break;
            case 0x01: here = encoded(&at, 0); break;
            case 0x02: here += fixed(&at, 1) * entry->code_factor; break;
            case 0x03: here += fixed(&at, 2) * entry->code_factor; break;
            case 0x04: here += fixed(&at, 4) * entry->code_factor; break;
            case 0x05:
                number = uleb(&at);
                set_rule(rules, number, AT_OFFSET, (int64_t)uleb(&at) * entry->data_factor);
                break;
            case 0x06:
                number = uleb(&at);
                if (first != NULL && number < REGISTERS) set_rule(rules, number, first->kinds[number], first->values[number]);
                break;
            case 0x07: set_rule(rules, uleb(&at), UNDEFINED, 0); break;
            case 0x08: set_rule(rules, uleb(&at), SAME, 0); break;
            case 0x09:
                number = uleb(&at);
                set_rule(rules, number, IN_REGISTER, (int64_t)uleb(&at));
                break;
            case 0x0a:
                if (depth == REMEMBERED) return false;
                remembered[depth++] = *rules;
                break;
            case 0x0b:
                if (depth == 0) return false;
                *rules = remembered[--depth];
                break;
            case 0x0c:
                rules->frame_register = uleb(&at);
                rules->frame_offset = (int64_t)uleb(&at);
                rules->frame_expression = NULL;
                break;
            case 0x0d:
                rules->frame_register = uleb(&at);
                rules->frame_expression = NULL;
                break;
            case 0x0e: rules->frame_offset = (int64_t)uleb(&at); break;
            case 0x0f:
                rules->frame_expression = at;
                number = uleb(&at);
                at += number;
                break;
            case 0x10:
                number = uleb(&at);
                set_rule(rules, number, AT_EXPRESSION, (int64_t)at);
                number = uleb(&at);
                at += number;
                break;
            case 0x11:
                number = uleb(&at);
                set_rule(rules, number, AT_OFFSET, sleb(&at) * entry->data_factor);
                break;
            case 0x12:
                rules->frame_register = uleb(&at);
                rules->frame_offset = sleb(&at) * entry->data_factor;
                rules->frame_expression = NULL;
                break;
            case 0x13: rules->frame_offset = sleb(&at) * entry->data_factor; break;
            case 0x14:
                number = uleb(&at);
                set_rule(rules, number, IS_OFFSET, (int64_t)uleb(&at) * entry->data_factor);
                break;
            case 0x15:
                number = uleb(&at);
                set_rule(rules, number, IS_OFFSET, sleb(&at) * entry->data_factor);
                break;
            case 0x16:
                number = uleb(&at);
                set_rule(rules, number, IS_EXPRESSION, (int64_t)at);
                number = uleb(&at);
                at += number;
                break;
            case 0x2d: break;            /* on AArch64: return addresses are signed from here on, or no longer */
            case 0x2e: uleb(&at); break; /* the size of arguments */
            case 0x2f:
                number = uleb(&at);
                set_rule(rules, number, AT_OFFSET, -(int64_t)uleb(&at) * entry->data_factor);
                break;
            default: return false;
        }
    }
    return true;
}

/* Evaluates an expression, used by procedure linkage tables and signal frames; its length comes first. */
static bool evaluate(struct state* state, const uint8_t* at, bool has_first, uint64_t first, uint64_t* result) {
    enum { MAX_STACK = 16 };
    uint64_t length = uleb(&at), stack[MAX_STACK], other;
    const uint8_t* end = at + length;
    int depth = 0;
    if (has_first) stack[depth++] = first;
#define NEED(n) \
    if (depth < (n)) return false
#define PUSH(value)                           \
    do {                                      \
        uint64_t pushed = (value);            \
        if (depth == MAX_STACK) return false; \
        stack[depth++] = pushed;              \
    } while (0)
#define BINARY(expression)                                 \
    do {                                                   \
        NEED(2);                                           \
        uint64_t b = stack[--depth], a = stack[depth - 1]; \
        stack[depth - 1] = (expression);                   \
    } while (0)
    while (at < end) {
        uint8_t code = *at++;
        if (code >= 0x30 && code <= 0x4f) {
            PUSH(code - 0x30u);
            continue;
        }
        if (code >= 0x70 && code <= 0x8f) {
            int64_t offset = sleb(&at);
            if (code - 0x70 >= REGISTERS) return false;
            PUSH(state->registers[code - 0x70] + (uint64_t)offset);
            continue;
        }
        switch (code) {
            case 0x03: PUSH(fixed(&at, 8)); break;
            case 0x06:
                NEED(1);
                if (!read_word(state, stack[depth - 1], &stack[depth - 1])) return false;
                break;
            case 0x08: PUSH(fixed(&at, 1)); break;
            case 0x09: PUSH((uint64_t)(int64_t)(int8_t)fixed(&at, 1)); break;
            case 0x0a: PUSH(fixed(&at, 2)); break;
            case 0x0b: PUSH((uint64_t)(int64_t)(int16_t)fixed(&at, 2)); break;
            case 0x0c: PUSH(fixed(&at, 4)); break;
            case 0x0d: PUSH((uint64_t)(int64_t)(int32_t)fixed(&at, 4)); break;
            case 0x10: PUSH(uleb(&at)); break;
            case 0x11: PUSH((uint64_t)sleb(&at)); break;
            case 0x12:
                NEED(1);
                other = stack[depth - 1];
                PUSH(other);
                break;
            case 0x13:
                NEED(1);
                depth--;
                break;
            case 0x16:
                NEED(2);
                other = stack[depth - 1];
                stack[depth - 1] = stack[depth - 2];
                stack[depth - 2] = other;
                break;
            case 0x1a: BINARY(a & b); break;
            case 0x1c: BINARY(a - b); break;
            case 0x1e: BINARY(a * b); break;
            case 0x21: BINARY(a | b); break;
            case 0x22: BINARY(a + b); break;
            case 0x23:
                NEED(1);
                stack[depth - 1] += uleb(&at);
                break;
            case 0x24: BINARY(b < 64 ? a << b : 0); break;
            case 0x25: BINARY(b < 64 ? a >> b : 0); break;
            case 0x27: BINARY(a ^ b); break;
            case 0x29: BINARY(a == b); break;
            case 0x2a: BINARY((int64_t)a >= (int64_t)b); break;
            case 0x2b: BINARY((int64_t)a > (int64_t)b); break;
            case 0x2c: BINARY((int64_t)a <= (int64_t)b); break;
            case 0x2d: BINARY((int64_t)a < (int64_t)b); break;
            case 0x2e: BINARY(a != b); break;
            default: return false;
        }
    }
    NEED(1);
    *result = stack[depth - 1];
    return true;
}

/* ---- Steps --------------------------------------------------------------------------------------------------------------------------- */

static bool step_by_frame_pointer(struct state* state) {
    uint64_t frame = state->registers[FRAME], outer, back;
    if (frame < state->registers[STACK] || !read_word(state, frame, &outer) || !read_word(state, frame + 8, &back)) return false;
    if (table_for(back & ADDRESS_BITS) == NULL) return false; /* probably not a frame pointer at all */
    state->registers[STACK] = frame + 16;
    state->registers[FRAME] = outer;
    state->registers[RETURN] = back;
    state->address = back & ADDRESS_BITS;
    state->is_exact = false;
    return true;
}

static bool value_of(struct state* state, const struct rules* rules, int number, uint64_t frame, uint64_t* into) {
    int64_t value = rules->values[number];
    switch (rules->kinds[number]) {
        case SAME: *into = state->registers[number]; return true;
        case AT_OFFSET: return read_word(state, frame + (uint64_t)value, into);
        case IS_OFFSET: *into = frame + (uint64_t)value; return true;
        case IN_REGISTER:
            if (value < 0 || value >= REGISTERS) return false;
            *into = state->registers[value];
            return true;
        case AT_EXPRESSION: return evaluate(state, (const uint8_t*)value, true, frame, into) && read_word(state, *into, into);
        case IS_EXPRESSION: return evaluate(state, (const uint8_t*)value, true, frame, into);
        default: *into = 0; return number != RETURN;
    }
}

/* Moves to the caller; false if there is none, or it cannot be found. */
static bool step(struct state* state) {
    uint64_t address = state->address - (state->is_exact ? 0 : 1);
    struct entry entry;
    if (!find_entry(address, &entry)) return step_by_frame_pointer(state);
    struct rules rules = {.frame_register = STACK}, first;
    if (!run(&entry, entry.common, entry.common_end, UINT64_MAX, &rules, NULL)) return false;
    first = rules;
    if (!run(&entry, entry.own, entry.own_end, address, &rules, &first) || entry.return_register != RETURN) return false;
    uint64_t frame;
    if (rules.frame_expression != NULL) {
        if (!evaluate(state, rules.frame_expression, false, 0, &frame)) return false;
    } else {
        if (rules.frame_register >= REGISTERS) return false;
        frame = state->registers[rules.frame_register] + (uint64_t)rules.frame_offset;
    }
    /* An interrupted leaf function may have nothing on the stack. */
    bool is_leaf = IS_RETURN_IN_REGISTER && state->is_exact;
    /* Stacks only shrink outwards: this ends every walk. */
    if (!entry.is_signal && (is_leaf ? frame < state->registers[STACK] : frame <= state->registers[STACK])) return false;
    if (rules.kinds[RETURN] == UNDEFINED || (rules.kinds[RETURN] == SAME && !is_leaf)) return false; /* the outermost function */
    uint64_t registers[REGISTERS];
    for (int i = 0; i < REGISTERS; i++) {
        if (!value_of(state, &rules, i, frame, &registers[i])) {
            if (i == RETURN || i == STACK) return false;
            registers[i] = 0;
        }
    }
    if (rules.kinds[STACK] == SAME) registers[STACK] = frame;
    memcpy(state->registers, registers, sizeof registers);
    state->address = registers[RETURN] & ADDRESS_BITS;
    state->is_exact = entry.is_signal;
    return true;
}

int tm_unwind(const ucontext_t* context, int64_t* into, int most, int* is_cut) {
    struct state state = {.is_exact = true};
#if defined(__x86_64__)
    static const uint8_t PLACES[REGISTERS] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
                                              REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    for (int i = 0; i < REGISTERS; i++) state.registers[i] = (uint64_t)context->uc_mcontext.gregs[PLACES[i]];
    state.address = state.registers[RETURN];
#else
    for (int i = 0; i < STACK; i++) state.registers[i] = context->uc_mcontext.regs[i];
    state.registers[STACK] = context->uc_mcontext.sp;
    state.address = context->uc_mcontext.pc;
#endif
    int count = 0;
    *is_cut = 0;
    do {
        if (count == most) {
            *is_cut = 1;
            break;
        }
        uint64_t address = state.address;
        if (address < 4096) break;
        into[count++] = (int64_t)(address - (state.is_exact ? 0 : 1));
    } while (step(&state));
    return count;
}
