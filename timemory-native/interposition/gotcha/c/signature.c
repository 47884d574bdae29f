/*
 * According to the System V calling convention of x86-64: six integers and eight floating-point numbers in registers, the others on the
 * stack in order.
 */
#define _GNU_SOURCE
#include "signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char* name;
    struct tm_argument of;
} TYPES[] = {
    {"v", {.kind = TM_NOTHING}},
    {"i8", {.kind = TM_INTEGER, .bits = 8, .is_signed = true}},
    {"i16", {.kind = TM_INTEGER, .bits = 16, .is_signed = true}},
    {"i32", {.kind = TM_INTEGER, .bits = 32, .is_signed = true}},
    {"i64", {.kind = TM_INTEGER, .bits = 64, .is_signed = true}},
    {"u8", {.kind = TM_INTEGER, .bits = 8}},
    {"u16", {.kind = TM_INTEGER, .bits = 16}},
    {"u32", {.kind = TM_INTEGER, .bits = 32}},
    {"u64", {.kind = TM_INTEGER, .bits = 64}},
    {"ptr", {.kind = TM_INTEGER, .bits = 64}},
    {"str", {.kind = TM_INTEGER, .bits = 64}},
    {"f32", {.kind = TM_FLOAT}},
    {"f64", {.kind = TM_DOUBLE}},
};

static const char BLANK[] = " \t";

/* Returns the text from `begin` to `end` without surrounding blanks. */
static void trim(const char** begin, const char** end) {
    *begin += strspn(*begin, BLANK);
    if (*begin > *end) *begin = *end;
    while (*end > *begin && strchr(BLANK, (*end)[-1]) != NULL) --*end;
}

static bool find_type(const char* begin, const char* end, struct tm_argument* type) {
    trim(&begin, &end);
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        if (strlen(TYPES[i].name) != (size_t)(end - begin) || memcmp(TYPES[i].name, begin, (size_t)(end - begin)) != 0) continue;
        *type = TYPES[i].of;
        return true;
    }
    return false;
}

static char* refused(const char* text, const char* begin, const char* end) {
    char* error = NULL;
    trim(&begin, &end);
    int length =
        asprintf(&error,
                 "signature '%.200s': '%.*s' is not one of v i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 ptr str; structures by value, long "
                 "double and vectors are not supported",
                 text, (int)(end - begin > 60 ? 60 : end - begin), begin);
    return length < 0 ? NULL : error;
}

static char* misshapen(const char* text) {
    char* error = NULL;
    int length =
        asprintf(&error, "signature '%.200s': write it like i32(ptr, u64, ...), with at most %d parameters", text, TM_MAX_ARGUMENTS);
    return length < 0 ? NULL : error;
}

struct places {
    int integers, vectors, stack;
};

static void place(struct tm_argument* argument, struct places* next) {
    bool is_integer = argument->kind == TM_INTEGER;
    int* registers = is_integer ? &next->integers : &next->vectors;
    argument->place = (signed char)(*registers < (is_integer ? 6 : 8) ? (*registers)++ : -1 - next->stack++);
}

/* Parses the parameters in parentheses. */
static char* read_parameters(const char* text, const char* begin, const char* end, struct tm_signature* signature) {
    struct places next = {0, 0, 0};
    bool has_more = false;
    const char *first = begin, *last = end;
    trim(&first, &last);
    bool is_empty = first == last || (last - first == 1 && *first == 'v');
    while (!is_empty && begin <= end) {
        const char* comma = memchr(begin, ',', (size_t)(end - begin));
        const char* stop = comma == NULL ? end : comma;
        first = begin, last = stop;
        trim(&first, &last);
        if (has_more) return misshapen(text);
        if (last - first == 3 && memcmp(first, "...", 3) == 0) {
            signature->has_vectors = has_more = true;
        } else {
            if (signature->count == TM_MAX_ARGUMENTS) return misshapen(text);
            struct tm_argument* argument = &signature->argument[signature->count];
            if (!find_type(begin, stop, argument) || argument->kind == TM_NOTHING) return refused(text, begin, stop);
            place(argument, &next);
            signature->has_vectors |= argument->kind != TM_INTEGER;
            signature->count++;
        }
        begin = stop + 1;
    }
    signature->stack_bytes = (unsigned)next.stack * 8 + (has_more ? TM_STACK_OF_UNKNOWN : 0);
    return NULL;
}

char* tm_read_signature(const char* text, struct tm_signature* signature) {
    *signature = (struct tm_signature){.count = 0, .stack_bytes = TM_STACK_OF_UNKNOWN, .has_vectors = text == NULL};
    if (text == NULL) return NULL;
    const char *open = strchr(text, '('), *close = strrchr(text, ')');
    if (open == NULL || close == NULL || close < open || close[1 + strspn(close + 1, BLANK)] != '\0') return misshapen(text);
    if (!find_type(text, open, &signature->result)) return refused(text, text, open);
    signature->has_vectors = signature->result.kind == TM_FLOAT || signature->result.kind == TM_DOUBLE;
    return read_parameters(text, open + 1, close, signature);
}
