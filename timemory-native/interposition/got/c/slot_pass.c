/*
 * A pass examines every slot of a hooked function, whatever earlier passes did, and works out what it should contain. So applying and
 * removing hooks, changing priorities and loading objects are one operation. What a slot held before is kept, and restored for the last
 * hook.
 *
 * The function of a slot is its content: the dynamic linker has chosen the version, and called the resolver of an indirect function. If an
 * object is bound lazily, the slot still leads back into the object; then the dynamic linker has to be asked, and another pass follows.
 *
 * If a slot no longer holds what was written, the dynamic linker has filled it at the same time, and it is written again; or another tool
 * has redirected it to a function that calls what it found there, and it stays. A pointer in the data of the program (`void
 * (*release)(void*) = free;`) is a slot as long as it holds what the dynamic linker finds, or what was written: the program may change it.
 *
 * Memory that was made read-only after relocation is made writable for one store: only its page, and never executable.
 */
#define _GNU_SOURCE
#include "slot_pass.h"

#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "hook_registry.h"
#include "object.h"
#include "slots.h"

/* A place in an object's memory that its relocations fill with the address of a function. */
struct place {
    void** at;
    enum tm_kind kind;
    const ElfW(Sym)* symbol;
    const char* name;
    const char* version;
};

static unsigned hash_of(const char* name) {
    unsigned hash = 5381;
    for (; *name != '\0'; name++) hash = hash * 33 + (unsigned char)*name;
    return (hash ^ hash >> 12) % TMGOT_NAME_HASHES;
}

/* Includes removed hooks, whose slots are restored. */
static void note_hooks(struct tmgot_pass* pass) {
    memset(pass->has_hook, 0, sizeof pass->has_hook);
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        unsigned hash = hash_of(hook->name);
        pass->has_hook[hash / 8] |= (unsigned char)(1u << hash % 8);
        hook->slots = (struct tm_slots){0};
        hook->has_original = false;
    }
}

/* False if no hook has this name; it may be true if none has. */
static bool may_have_hook(const struct tmgot_pass* pass, const char* name) {
    unsigned hash = hash_of(name);
    return pass->has_hook[hash / 8] >> hash % 8 & 1;
}

/* FNV-1a hash of the function and version that a slot is for. */
static uint64_t meaning_of(const struct place* place) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (const char* c = place->name; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001B3u;
    hash *= 31;
    for (const char* c = place->version; c != NULL && *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001B3u;
    return hash;
}

/* ---- What a slot holds -------------------------------------------------------------------------------------------------------------- */

static void* found_for(struct tmgot_pass* pass, const struct tmgot_object* object, const struct place* place) {
    return tm_find_or_note(pass->lookups, object->path, place->name, place->version);
}

static bool is_jump(const struct tmgot_pass* pass, const void* address) {
    for (size_t i = 0; i < pass->jump_count; i++) {
        if (pass->jumps[i] == address) return true;
    }
    return false;
}

/* Whether the slot still leads back into its object, because the dynamic linker has not filled it. */
static bool is_unfilled(const struct tmgot_object* object, const struct place* place, const void* now) {
    bool is_own = place->symbol->st_shndx != SHN_UNDEF && now == (void*)(object->base + place->symbol->st_value);
    return place->kind == TM_CALLED && !is_own && tm_is_within(object, now);
}

/* Whether the slot holds what is in the object's file: it has not been relocated. */
static bool is_unrelocated(const struct tmgot_pass* pass, const struct tmgot_object* object, const struct place* place, const void* now) {
    if (now == NULL) return place->kind != TM_POINTER && ELF64_ST_BIND(place->symbol->st_info) != STB_WEAK;
    bool is_of_program = (uintptr_t)now >= pass->program_begin && (uintptr_t)now < pass->program_end;
    return place->kind == TM_CALLED && object->base != 0 && !is_of_program && (uintptr_t)now < object->end - object->base;
}

/* Returns the function of a slot; NULL if no object has it so far, or for a pointer that holds something else. */
static void* function_of(struct tmgot_pass* pass, const struct tmgot_object* object, const struct place* place, void* now) {
    if (is_jump(pass, now) || is_unfilled(object, place, now)) return found_for(pass, object, place);
    return place->kind != TM_POINTER || now == found_for(pass, object, place) ? now : NULL;
}

/*
 * Returns what earlier passes did to the slot; NULL if they did nothing, or if its object was unloaded. An object loaded since may be at
 * the same address, to the byte. Its slot then holds what the dynamic linker stores: a way back into the object, or the function, which may
 * be at another address than before. What another tool stored is not a function that the dynamic linker finds.
 */
static struct tm_slot* known_slot(struct tmgot_pass* pass, const struct tmgot_object* object, const struct place* place, void* now) {
    struct tm_slot* slot = tm_slot_at(place->at);
    if (slot == NULL) return NULL;
    bool is_same = slot->dynamic == object->dynamic && slot->meaning == meaning_of(place);
    bool is_reloaded = now != slot->holds && now != NULL &&
                       (is_unfilled(object, place, now) ||
                        (slot->removed != pass->removed && (now == slot->original || now == found_for(pass, object, place))));
    if (!is_same || is_reloaded) {
        tm_forget_slot(slot);
        return NULL;
    }
    if (now == slot->holds) slot->removed = pass->removed;
    slot->pass = pass->number;
    return slot;
}

/* ---- What it should hold ------------------------------------------------------------------------------------------------------------ */

/* Returns 0, or an error number: EAGAIN if a pointer has changed meanwhile. */
static int write_to(const struct tmgot_object* object, enum tm_kind kind, void** slot, void* was, void* value) {
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void* page = (void*)((uintptr_t)slot & -size);
    enum tm_access access = tm_access_to(object, slot);
    int error = 0;
    if (access == TM_FIXED) return EACCES;
    if (access == TM_READ_ONLY && mprotect(page, size, PROT_READ | PROT_WRITE) != 0) return errno;
    if (kind != TM_POINTER) __atomic_store_n(slot, value, __ATOMIC_RELEASE);
    else if (!__atomic_compare_exchange_n(slot, &was, value, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) error = EAGAIN;
    if (access == TM_READ_ONLY) mprotect(page, size, PROT_READ);
    return error;
}

static void restore(const struct tmgot_object* object, const struct place* place, struct tm_slot* slot, void* now) {
    int error = now == slot->holds ? write_to(object, place->kind, place->at, now, slot->before) : 0;
    if (error == 0) tm_forget_slot(slot);
}

/* Makes the slot hold the target. Returns 0, or an error number: ENOMEM without memory, EAGAIN if a pointer has changed meanwhile. */
static int redirect(const struct tmgot_pass* pass, const struct tmgot_object* object, const struct place* place, struct tm_slot* slot,
                    void* now, void* function, void* target) {
    if (slot == NULL && (slot = tm_new_slot(place->at)) == NULL) return ENOMEM;
    if (slot->holds == NULL) {
        *slot = (struct tm_slot){
            .at = place->at,
            .dynamic = object->dynamic,
            .meaning = meaning_of(place),
            .removed = pass->removed,
            .before = now,
            .original = function,
            .pass = pass->number,
        };
    }
    int error = now == target ? 0 : write_to(object, place->kind, place->at, now, target);
    if (error == 0) slot->holds = target;
    else if (slot->holds == NULL) tm_forget_slot(slot);
    return error;
}

static size_t unlinked(const struct tm_hook* hook) { return hook->slots.missing + hook->slots.other; }

static void lead_to_hooks(struct tmgot_pass* pass, const struct tmgot_object* object, const struct place* place, struct tm_slot* slot,
                          void* now, void* function, struct tm_hook** hooks, size_t count) {
    size_t unlinked_before[TM_MAX_HOOKS];
    for (size_t i = 0; i < count; i++) unlinked_before[i] = unlinked(hooks[i]);
    void* target = tm_hook_chain(hooks, count, function);
    bool is_of_another_tool = slot != NULL && now != slot->holds && now != slot->original;
    if (is_of_another_tool) {
        for (size_t i = 0; i < count; i++) hooks[i]->slots.held++;
        return;
    }
    if (target == function) { /* no hook wants it */
        if (slot != NULL) restore(object, place, slot, now);
        return;
    }
    int error = redirect(pass, object, place, slot, now, function, target);
    for (size_t i = 0; i < count; i++) {
        struct tm_slots* slots = &hooks[i]->slots;
        if (error == 0) slots->held += unlinked(hooks[i]) == unlinked_before[i];
        else if (error != EAGAIN && error != ENOMEM) slots->refused++, slots->error = error;
    }
}

static void resolve_slot(struct tmgot_pass* pass, const struct tmgot_object* object, const struct place* place) {
    struct tm_hook* hooks[TM_MAX_HOOKS];
    void* now = __atomic_load_n(place->at, __ATOMIC_ACQUIRE);
    struct tm_slot* slot = known_slot(pass, object, place, now);
    if (now == NULL) return; /* a weak symbol that no object defines */
    size_t count = tm_hooks_of(place->name, place->version, object->path, hooks, TM_MAX_HOOKS);
    if (slot == NULL && count == 0) return;
    if (slot != NULL && place->kind == TM_POINTER && now != slot->holds) { /* the program has changed it */
        if (count == 0) tm_forget_slot(slot);
        return;
    }
    void* function = slot != NULL ? slot->original : function_of(pass, object, place, now);
    if (function == NULL) {
        for (size_t i = 0; i < count && place->kind != TM_POINTER; i++) hooks[i]->slots.missing++;
        return;
    }
    count = tm_filter_by_target(function, hooks, count);
    if (slot != NULL || count > 0) lead_to_hooks(pass, object, place, slot, now, function, hooks, count);
}

/* ---- All objects -------------------------------------------------------------------------------------------------------------------- */

static void note_jump(struct tmgot_pass* pass, const struct tmgot_object* program, const ElfW(Sym)* symbol) {
    if (symbol->st_shndx != SHN_UNDEF || symbol->st_value == 0) return;
    if (pass->jump_count < sizeof pass->jumps / sizeof *pass->jumps) {
        pass->jumps[pass->jump_count++] = (void*)(program->base + symbol->st_value);
    }
}

/* Examines the slots of hooked functions. Stops if the object turns out to be in relocation. */
static void visit_slots(struct tmgot_pass* pass, const struct tmgot_object* object, bool is_program, bool is_relocated) {
    enum tm_state state = TM_RELOCATED;
    bool is_state_known = is_relocated || is_program;
    for (int table = 0; table < 2; table++) {
        const ElfW(Rela)* relocation = object->relocations[table].first;
        for (size_t i = 0; i < object->relocations[table].count; i++, relocation++) {
            size_t index = ELF64_R_SYM(relocation->r_info);
            if (index == 0) continue;
            const ElfW(Sym)* symbol = object->symbols + index;
            const char* name = object->strings + symbol->st_name;
            if (!may_have_hook(pass, name)) continue;
            struct place place = {(void**)(object->base + relocation->r_offset), tm_kind_of(object, relocation), symbol, name, NULL};
            if (place.kind == TM_NO_SLOT) continue;
            if (!is_state_known) state = tm_state_of(object);
            is_state_known = true;
            if (state == TM_RELOCATING ||
                (state == TM_UNKNOWN && is_unrelocated(pass, object, &place, __atomic_load_n(place.at, __ATOMIC_ACQUIRE)))) {
                pass->unsettled++;
                return;
            }
            if (is_program) note_jump(pass, object, symbol);
            place.version = tm_version_of(object, index);
            resolve_slot(pass, object, &place);
        }
    }
}

static int visit(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct tmgot_pass* pass = data;
    struct tmgot_object object;
    pass->added = info->dlpi_adds;
    pass->removed = info->dlpi_subs;
    bool is_relocated = pass->object_count++ < pass->relocated.objects && pass->relocated.removed == pass->removed;
    if (!tm_object_of(info, &object) || (pass->loader != 0 && object.base == pass->loader)) return 0;
    bool is_program = *object.path == '\0';
    if (is_program) {
        pass->program_begin = object.begin;
        pass->program_end = object.end;
    }
    /* The library that contains this code keeps its slots. If it is the program, the guard lets calls made here bypass the hooks. */
    if (!is_program && tm_is_within(&object, (void*)pass->own_code)) return 0;
    visit_slots(pass, &object, is_program, is_relocated);
    return 0;
}

void tmgot_run_pass(struct tmgot_pass* pass) {
    pass->own_code = (uintptr_t)tm_hook_links;
    pass->loader = getauxval(AT_BASE);
    note_hooks(pass);
    timemory_for_each_object(visit, pass);
}
