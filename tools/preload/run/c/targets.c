#include "targets.h"

#include <stdlib.h>
#include <string.h>

static void scan(struct tm_targets* targets, const struct tm_segment* segment) {
    if (segment->end - segment->begin < 5) return;
    const uint8_t* code = (const uint8_t*)segment->begin;
    const uint8_t* last = (const uint8_t*)segment->end - 5;
    for (; code <= last; code++) {
        bool is_jump = (*code & 0xfe) == 0xe8 || ((*code & 0xf0) == 0x80 && (uintptr_t)code > segment->begin && code[-1] == 0x0f);
        if (!is_jump) continue;
        int32_t distance;
        memcpy(&distance, code + 1, sizeof distance);
        uintptr_t target = (uintptr_t)(code + 5) + (uintptr_t)(intptr_t)distance;
        if (!tm_is_code(targets, target)) continue;
        uint8_t* mark = &targets->marks[target - targets->begin];
        if (*mark < TM_LONG_JUMPS) ++*mark;
    }
}

bool tm_find_targets(struct tm_targets* targets, const struct tmfn_object* object) {
    *targets = (struct tm_targets){.object = object, .begin = UINTPTR_MAX};
    for (size_t i = 0; i < object->segment_count; i++) {
        const struct tm_segment* segment = &object->segments[i];
        if (!segment->is_code) continue;
        if (segment->begin < targets->begin) targets->begin = segment->begin;
        if (segment->end > targets->end) targets->end = segment->end;
    }
    if (targets->begin >= targets->end) return false;
    targets->marks = calloc(targets->end - targets->begin, 1);
    if (targets->marks == NULL) return false;
    for (size_t i = 0; i < object->segment_count; i++) {
        if (object->segments[i].is_code) scan(targets, &object->segments[i]);
    }
    return true;
}

void tm_forget_targets(struct tm_targets* targets) {
    free(targets->marks);
    targets->marks = NULL;
}

size_t tm_readable_from(const struct tmfn_object* object, uintptr_t address) {
    for (size_t i = 0; i < object->segment_count; i++) {
        const struct tm_segment* segment = &object->segments[i];
        if (address >= segment->begin && address < segment->end) return segment->end - address;
    }
    return 0;
}
