/*
 * Finds landing pads as the unwinder does ("DWARF Extensions" and ".eh_frame_hdr" of the Linux Standard Base; the last part is from the
 * Itanium C++ ABI): .eh_frame_hdr has a table of all functions' frame descriptions. That of a function with landing pads has the address of
 * its call-site table, which gives the landing pad for each call that may throw. Unusual encodings are skipped, as are descriptions that
 * lead out of the object.
 */
#include "landing_pads.h"

#include <string.h>

enum {
    ABSOLUTE = 0x00,
    ULEB = 0x01,
    UDATA2 = 0x02,
    UDATA4 = 0x03,
    UDATA8 = 0x04,
    SLEB = 0x09,
    SDATA2 = 0x0a,
    SDATA4 = 0x0b,
    SDATA8 = 0x0c
};
enum { FROM_HERE = 0x10, FROM_TABLE = 0x30, INDIRECT = 0x80, OMITTED = 0xff };

struct cursor {
    const struct tmfn_object* object;
    uintptr_t at;
    bool is_lost; /* out of the object, or unreadable: everything after that is 0 */
};

static void take(struct cursor* cursor, void* into, size_t bytes) {
    memset(into, 0, bytes);
    if (cursor->is_lost || tm_readable_from(cursor->object, cursor->at) < bytes) cursor->is_lost = true;
    else memcpy(into, (const void*)cursor->at, bytes);
    cursor->at += bytes;
}

static uint8_t byte(struct cursor* cursor) {
    uint8_t byte;
    take(cursor, &byte, 1);
    return byte;
}

static uint64_t uleb(struct cursor* cursor) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t part = byte(cursor);
        value |= (uint64_t)(part & 0x7f) << shift;
        if ((part & 0x80) == 0) break;
    }
    return value;
}

static uint64_t number(struct cursor* cursor, uint8_t encoding) {
    uint64_t value = 0;
    switch (encoding & 0x0f) {
        case ABSOLUTE:
        case UDATA8:
        case SDATA8: take(cursor, &value, 8); return value;
        case UDATA2: take(cursor, &value, 2); return value;
        case UDATA4: take(cursor, &value, 4); return value;
        case SDATA2: take(cursor, &value, 2); return (uint64_t)(int64_t)(int16_t)value;
        case SDATA4: take(cursor, &value, 4); return (uint64_t)(int64_t)(int32_t)value;
        case ULEB: return uleb(cursor);
        default: cursor->is_lost = true; return 0; /* addresses and forward distances do not use SLEB */
    }
}

/* 0 if there is none. */
static uintptr_t address(struct cursor* cursor, uint8_t encoding) {
    if (encoding == OMITTED) return 0;
    uintptr_t here = cursor->at;
    uint64_t value = number(cursor, encoding);
    if ((encoding & 0x70) != 0 && (encoding & 0x70) != FROM_HERE) cursor->is_lost = true;
    if (value == 0 || cursor->is_lost) return 0;
    return (encoding & 0x70) == FROM_HERE ? here + value : value;
}

static void mark_calls(struct tm_targets* targets, uintptr_t table, uintptr_t function) {
    struct cursor cursor = {.object = targets->object, .at = table};
    uint8_t encoding = byte(&cursor);
    uintptr_t begin = encoding == OMITTED ? function : address(&cursor, encoding);
    if (byte(&cursor) != OMITTED) uleb(&cursor);
    encoding = byte(&cursor);
    uint64_t length = uleb(&cursor);
    uintptr_t end = cursor.at + length;
    while (!cursor.is_lost && cursor.at < end) {
        number(&cursor, encoding);
        number(&cursor, encoding);
        uint64_t landing = number(&cursor, encoding);
        uleb(&cursor);
        if (landing != 0 && !cursor.is_lost) tm_mark(targets, begin + landing, TM_TABLE);
    }
}

struct description {
    uint8_t of_pointers, of_tables;
    bool is_augmented;
};

static struct description common(struct tm_targets* targets, uintptr_t at) {
    struct description found = {.of_pointers = ABSOLUTE, .of_tables = OMITTED};
    struct cursor cursor = {.object = targets->object, .at = at + 8};
    byte(&cursor); /* the version */
    char kinds[8];
    size_t count = 0;
    do kinds[count] = (char)byte(&cursor);
    while (kinds[count] != '\0' && ++count < sizeof kinds);
    if (count == sizeof kinds || kinds[0] != 'z') return found;
    uleb(&cursor);
    uleb(&cursor); /* a signed one, of the same length */
    uleb(&cursor);
    uleb(&cursor);
    for (size_t i = 1; i < count; i++) {
        if (kinds[i] == 'L') found.of_tables = byte(&cursor);
        else if (kinds[i] == 'R') found.of_pointers = byte(&cursor);
        else if (kinds[i] == 'P') number(&cursor, byte(&cursor) & 0x0f);
        else if (kinds[i] != 'S' && kinds[i] != 'B') return found;
    }
    found.is_augmented = !cursor.is_lost;
    return found;
}

static void mark_function(struct tm_targets* targets, uintptr_t at) {
    struct cursor cursor = {.object = targets->object, .at = at};
    uint32_t length, back;
    take(&cursor, &length, 4);
    take(&cursor, &back, 4);
    if (cursor.is_lost || length == 0xffffffff || back == 0) return;
    struct description description = common(targets, at + 4 - back);
    if (!description.is_augmented || description.of_tables == OMITTED || (description.of_tables & INDIRECT) != 0) return;
    uintptr_t function = address(&cursor, description.of_pointers);
    number(&cursor, description.of_pointers & 0x0f);
    uleb(&cursor);
    uintptr_t table = address(&cursor, description.of_tables);
    if (table != 0 && !cursor.is_lost) mark_calls(targets, table, function);
}

void tm_mark_landing_pads(struct tm_targets* targets) {
    uintptr_t header = targets->object->unwinding;
    struct cursor cursor = {.object = targets->object, .at = header};
    if (header == 0 || byte(&cursor) != 1) return;
    uint8_t of_frames = byte(&cursor), of_count = byte(&cursor), of_table = byte(&cursor);
    if (of_table != (FROM_TABLE | SDATA4)) return;
    address(&cursor, of_frames);
    uint64_t count = number(&cursor, of_count);
    for (uint64_t i = 0; i < count && !cursor.is_lost; i++) {
        int32_t pair[2];
        take(&cursor, pair, sizeof pair);
        if (!cursor.is_lost) mark_function(targets, header + (uintptr_t)(intptr_t)pair[1]);
    }
}
