#define _GNU_SOURCE
#include "patch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trampolines.h"
#include "hooks.h"
#include "labels.h"
#include "landing_pads.h"
#include "relocate.h"
#include "plan.h"
#include "selection.h"
#include "targets.h"

struct patches {
    struct tm_patch* all;
    size_t count, room;
};

static bool make_room(struct patches* patches, size_t more) {
    if (patches->count + more <= patches->room) return true;
    size_t room = 2 * patches->room + more + 1024;
    struct tm_patch* larger = realloc(patches->all, room * sizeof *larger);
    if (larger == NULL) return false;
    patches->all = larger;
    patches->room = room;
    return true;
}

struct work {
    struct tm_catalogue* catalogue;
    struct tm_function_code code;
    struct tm_targets targets;
    struct tm_plan plan;
    struct tm_pool pool;
    struct patches patches;
    enum tm_vectors vectors; /* of the object */
};

static void take(struct work* work, const struct tm_entry* entry) {
    memcpy(work->code.parts, entry->parts, sizeof entry->parts);
    work->code.part_count = entry->part_count;
}

/* The targets of all jumps in the object must be known before the first function is planned. */
static void understand(struct work* work) {
    for (size_t i = 0; i < work->catalogue->count; i++) {
        struct tm_entry* entry = &work->catalogue->entries[i];
        if (entry->is_forbidden) continue;
        take(work, entry);
        const char* problem = tm_read_code(&work->code);
        if (problem != NULL) work->vectors = TM_AVX512; /* unknown */
        else if (work->code.vectors > work->vectors) work->vectors = work->code.vectors;
        if (problem == NULL) tm_mark_own_targets(&work->code, &work->targets);
        entry->is_looping = work->code.is_looping;
        entry->has_table = work->code.has_table;
        if (problem == NULL || entry->reason != NULL) continue;
        entry->reason = problem;
        entry->is_forbidden = true;
    }
}

/* A full pool is sealed, and another one created. */
static bool prepare_pool(struct work* work) {
    size_t needed = tm_most_bytes(&work->plan);
    if (work->pool.begin != NULL && (size_t)(work->pool.end - work->pool.at) >= needed) return true;
    if (work->pool.begin != NULL && !tm_seal_pool(&work->pool)) return false;
    return tm_new_pool(&work->pool, work->catalogue->object, needed + 64) &&
           tm_begin_moving(&work->pool, tm_trampolines_for(work->vectors));
}

static const char* move(struct work* work, const struct tm_entry* entry) {
    struct tm_function* function = malloc(sizeof *function);
    if (function == NULL || !make_room(&work->patches, 2 * work->plan.count)) {
        free(function);
        return "could not be patched: out of memory";
    }
    *function = (struct tm_function){entry->parts[0].begin, tm_kept_label(entry->name), tm_functions, entry->allocates};
    if (!prepare_pool(work)) {
        free(function);
        return "has no free memory nearby";
    }
    size_t count;
    const char* problem = tm_relocate(&work->code, &work->plan, function, &work->pool, work->patches.all + work->patches.count, &count);
    if (problem != NULL || function->label == NULL) {
        free(function);
        return problem;
    }
    for (size_t i = 0; i < count; i++) work->patches.all[work->patches.count + i].function = function->number;
    work->patches.count += count;
    tm_functions++;
    return NULL;
}

static void plan(struct work* work) {
    for (size_t i = 0; i < work->catalogue->count; i++) {
        struct tm_entry* entry = &work->catalogue->entries[i];
        if (entry->reason != NULL) continue;
        take(work, entry);
        tm_read_code(&work->code);
        work->code.has_table = entry->has_table;
        entry->reason = tm_make_plan(&work->code, &work->targets, &work->plan);
        if (entry->reason == NULL) entry->reason = move(work, entry);
    }
}

static bool protect(const struct tmfn_object* object, int protection) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < object->segment_count; i++) {
        const struct tm_segment* segment = &object->segments[i];
        if (!segment->is_code) continue;
        uintptr_t from = segment->begin & ~(page - 1);
        if (mprotect((void*)from, segment->end - from, protection) != 0) return false;
    }
    return true;
}

static struct tm_remote_patch place_of(const struct tm_patch* patch) {
    struct tm_remote_patch place = {.address = patch->address, .function = patch->function, .is_island = patch->is_island};
    place.size = patch->is_short ? TM_SHORT_JUMP_BYTES : TM_JUMP_BYTES;
    place.jump[0] = patch->is_short ? 0xeb : 0xe9;
    int32_t distance = (int32_t)(patch->target - (patch->address + place.size));
    memcpy(place.jump + 1, &distance, place.size - 1u); /* in little-endian order */
    return place;
}

static void write_patches(const struct patches* patches) {
    for (size_t i = 0; i < patches->count; i++) {
        struct tm_remote_patch place = place_of(&patches->all[i]);
        memcpy((void*)place.address, place.jump, place.size);
    }
}

static bool keep_patches(const struct patches* patches, struct tm_places* places) {
    struct tm_remote_patch* larger = realloc(places->all, (places->count + patches->count) * sizeof *larger);
    if (larger == NULL) return false;
    places->all = larger;
    for (size_t i = 0; i < patches->count; i++) places->all[places->count++] = place_of(&patches->all[i]);
    return true;
}

static void give_up(struct tm_catalogue* catalogue, const char* reason) {
    for (size_t i = 0; i < catalogue->count; i++) {
        if (catalogue->entries[i].reason == NULL) catalogue->entries[i].reason = reason;
    }
}

const uint8_t* tm_patch_functions(struct tm_catalogue* catalogue, enum tm_patching how, struct tm_places* places) {
    struct work work = {.catalogue = catalogue};
    const uint8_t* place = NULL;
    if (!tm_find_targets(&work.targets, catalogue->object)) {
        give_up(catalogue, "could not be analyzed: out of memory");
        return NULL;
    }
    tm_mark_landing_pads(&work.targets);
    understand(&work);
    tm_choose_functions(catalogue);
    plan(&work);
    bool is_sealed = work.pool.begin == NULL || tm_seal_pool(&work.pool);
    if (how == TM_LATER && work.patches.count > 0) {
        if (!is_sealed || !keep_patches(&work.patches, places)) give_up(catalogue, "could not be patched: out of memory");
    } else if (how == TM_NOW && work.patches.count > 0) {
        if (!is_sealed || !protect(catalogue->object, PROT_READ | PROT_WRITE | PROT_EXEC)) {
            give_up(catalogue, "cannot be written to here");
        } else {
            write_patches(&work.patches);
            protect(catalogue->object, PROT_READ | PROT_EXEC);
            place = (const uint8_t*)work.patches.all[0].address;
        }
    }
    tm_forget_targets(&work.targets);
    free(work.code.steps);
    free(work.plan.windows);
    free(work.plan.is_moved);
    free(work.patches.all);
    return place;
}
