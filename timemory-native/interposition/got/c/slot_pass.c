/*
 * The pass over all objects that leads their slots to where hooks want them.
 *
 * A pass looks at every slot whose function has a hook, whatever was done before, and finds out what it is to hold: so applying, removing,
 * other priorities and new objects are one thing. What a slot held before is noted, and put back when no hook wants it any more.
 *
 * **Which function a slot means** is what it holds: the dynamic linker has filled it, for the version that the object was linked with and
 * with what an indirect function chose. Where it has not (an object that is bound lazily has slots that lead back into the object itself),
 * the dynamic linker is asked. That must not be done with the lock held, since the thread may then wait for another that loads a library
 * and runs its constructors; so a pass notes its questions, and another one follows.
 *
 * **An object that is being loaded** by another thread is listed before it is relocated. Then the dynamic linker would add to what is
 * stored here, or find its page read-only. So a pass leaves it out, and another one follows: a little later, and if that takes long, once
 * the dynamic linker's lock was free, again without the lock held. A library's constructor may wait for this thread with the dynamic
 * linker's lock, so that is waited for by a thread of its own, and for that thread no longer than a second. What is left out then is looked
 * at the next time, if that thread has come to an end.
 *
 * **Removing** asks the dynamic linker nothing, as it may be the end of the process.
 *
 * **Memory** that was made read-only after relocation is made writable for one store, its page alone and never executable.
 *
 * **Slots that changed since** they were written here: where the dynamic linker filled one in at the same time, it holds the function, and
 * is written again. Anything else is another tool's, which calls what it found there: it stays.
 *
 * **Pointers in data** (`void (*release)(void*) = free;`) are the program's: one is a slot as long as it holds what the dynamic linker
 * finds, or what was written here, and stays as it is once the program has changed it.
 */
#define _GNU_SOURCE
#include "got.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "object.h"
#include "hook_chain.h"
#include "symbol_lookup.h"
#include "slots.h"

_Atomic(struct tm_hook*) tm_hooks;
uint32_t tm_hook_count;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
uint64_t tm_passes;
static unsigned long long added;   /* objects, when all slots were looked at last */
static unsigned long long removed; /* the same, when any were */
struct settled {
    size_t objects; /* the first ones of the list: these are relocated */
    unsigned long long removed;
};
static struct settled settled;
/* What was not waited for any longer, as many objects had been added: it is settled with that answer. */
static struct {
    struct settled then;
    unsigned long long added;
    unsigned answer;
} left_out;
static atomic_bool is_asking;
static atomic_uint answers;

void tm_lock(void) { pthread_mutex_lock(&mutex); }

void tm_unlock(void) { pthread_mutex_unlock(&mutex); }

/* The child measures nothing, and no other thread of it will give the lock back. */
static void forked(void) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) tm_got_switch(hook, false);
    atomic_store(&is_asking, false);
    tm_got_thread.depth = 0; /* calls that it is in the midst of, of fork itself for one, end in the parent */
    pthread_mutex_init(&mutex, NULL);
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

const char* tm_path_of(const char* object) {
    static char program[4096];
    if (*object != '\0') return object;
    if (*program == '\0') {
        ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        program[length < 0 ? 0 : length] = '\0';
    }
    return program;
}

bool tm_hook_matches(const struct tm_hook* hook, const char* function, const char* version, const char* object) {
    if (strcmp(hook->name, function) != 0) return false;
    if (hook->version != NULL && (version == NULL || strcmp(hook->version, version) != 0)) return false;
    return hook->of.takes == NULL || hook->of.takes(tm_path_of(object), hook->of.chosen);
}

/* The innermost first. */
static int by_priority(const void* a, const void* b) {
    const struct tm_hook *one = *(struct tm_hook*const*)a, *other = *(struct tm_hook*const*)b;
    if (one->of.priority != other->of.priority) return one->of.priority < other->of.priority ? -1 : 1;
    return one->order < other->order ? -1 : one->order > other->order;
}

size_t tm_hooks_of(const char* function, const char* version, const char* object, struct tm_hook** into, size_t most) {
    size_t count = 0;
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL && count < most; hook = hook->next) {
        if (!atomic_load(&hook->is_removed) && tm_hook_matches(hook, function, version, object)) into[count++] = hook;
    }
    qsort(into, count, sizeof *into, by_priority);
    return count;
}

struct meaning {
    const struct tm_hook* hook;
    const void* function;
    bool is_meant;
};

static int ask_object(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct meaning* meaning = data;
    struct tmgot_object object;
    if (!tm_object_of(info, &object) || !tm_is_within(&object, meaning->function)) return 0;
    const struct tm_hook_of* of = &meaning->hook->of;
    meaning->is_meant = of->means(tm_path_of(object.path), object.name, of->chosen);
    return 1;
}

/* Also within a pass over all objects: the dynamic linker lets the thread that is in one begin another. */
size_t tm_filter_by_target(const void* function, struct tm_hook** hooks, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct meaning meaning = {hooks[i], function, hooks[i]->of.means == NULL};
        if (!meaning.is_meant) timemory_for_each_object(ask_object, &meaning);
        hooks[i]->slots.unmeant += !meaning.is_meant;
        if (meaning.is_meant) hooks[kept++] = hooks[i];
    }
    return kept;
}

/* ---- One pass --------------------------------------------------------------------------------------------------------------------- */

enum { MAX_HOOKS = 64 /* of one function */, NAMES = 1 << 12 };

struct pass {
    uint64_t number;
    uintptr_t self, loader;
    unsigned long long added;
    size_t object_count;
    size_t unsettled; /* objects that are being relocated */
    uintptr_t program_begin, program_end;
    struct tm_lookup* questions;
    size_t question_count, question_room;
    const void* jumps[256]; /* of the program to functions that it took the address of */
    size_t jump_count;
    /* Whether a function with this hash may have a hook. */
    unsigned char may_be[NAMES / 8];
};

static unsigned hash_of(const char* name) {
    unsigned hash = 5381;
    for (; *name != '\0'; name++) hash = hash * 33 + (unsigned char)*name;
    return (hash ^ hash >> 12) % NAMES;
}

/* Those that were removed as well, as their slots are put back. */
static void note_names(struct pass* pass) {
    memset(pass->may_be, 0, sizeof pass->may_be);
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        unsigned hash = hash_of(hook->name);
        pass->may_be[hash / 8] |= (unsigned char)(1u << hash % 8);
        hook->slots = (struct tm_slots){0};
        hook->has_original = false;
    }
}

/* FNV-1a, of what a slot is for. */
static uint64_t meaning_of(const char* function, const char* version) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (; *function != '\0'; function++) hash = (hash ^ (unsigned char)*function) * 0x100000001B3u;
    for (hash *= 31; version != NULL && *version != '\0'; version++) hash = (hash ^ (unsigned char)*version) * 0x100000001B3u;
    return hash;
}

static bool may_have_hook(const struct pass* pass, const char* name) {
    unsigned hash = hash_of(name);
    return pass->may_be[hash / 8] >> hash % 8 & 1;
}

/* 0, or why it could not be written. A pointer is not where it is no longer as it was. */
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

static bool is_same(const char* a, const char* b) { return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0; }

/* The answer, or the question is noted and it is NULL. */
static void* ask(struct pass* pass, const char* object, const char* symbol, const char* version) {
    for (size_t i = 0; i < pass->question_count; i++) {
        struct tm_lookup* known = &pass->questions[i];
        bool is_it = strcmp(known->symbol, symbol) == 0 && is_same(known->version, version) && strcmp(known->object, object) == 0;
        if (is_it) return known->answer;
    }
    if (pass->question_count == pass->question_room) {
        size_t room = 2 * pass->question_room + 16;
        struct tm_lookup* more = realloc(pass->questions, room * sizeof *more);
        if (more == NULL) return NULL;
        pass->questions = more;
        pass->question_room = room;
    }
    struct tm_lookup question = {strdup(object), strdup(symbol), version == NULL ? NULL : strdup(version), NULL};
    if (question.object == NULL || question.symbol == NULL) {
        free(question.object), free(question.symbol), free(question.version);
        return NULL;
    }
    pass->questions[pass->question_count++] = question;
    return NULL;
}

static bool is_jump(const struct pass* pass, const void* address) {
    for (size_t i = 0; i < pass->jump_count; i++) {
        if (pass->jumps[i] == address) return true;
    }
    return false;
}

struct place {
    void** at;
    enum tm_kind kind;
    const ElfW(Sym)* symbol;
    const char* version;
};

static void* found_for(struct pass* pass, const struct tmgot_object* object, const struct place* place) {
    return ask(pass, object->path, object->strings + place->symbol->st_name, place->version);
}

/* Whether the dynamic linker has not filled the slot, which leads back into the object that it is in. */
static bool is_unfilled(const struct tmgot_object* object, const struct place* place, const void* now) {
    bool is_own = place->symbol->st_shndx != SHN_UNDEF && now == (void*)(object->base + place->symbol->st_value);
    return place->kind == TM_CALLED && !is_own && tm_is_within(object, now);
}

/* NULL where no object has it so far, and for a pointer that holds something else. */
static void* function_of(struct pass* pass, const struct tmgot_object* object, const struct place* place, void* now) {
    if (is_jump(pass, now) || is_unfilled(object, place, now)) return found_for(pass, object, place);
    return place->kind != TM_POINTER || now == found_for(pass, object, place) ? now : NULL;
}

/*
 * What was done to the slot before; NULL where nothing was, or it was that of an object that is gone. An object that was loaded since may
 * lie in the same place, to the byte. Its slot then holds what the dynamic linker stores: a way back into the object, or the function,
 * which may be elsewhere than before. What another tool stored is no function that the dynamic linker finds.
 */
static struct tm_slot* known_slot(struct pass* pass, const struct tmgot_object* object, const struct place* place, void* now) {
    struct tm_slot* slot = tm_slot_at(place->at);
    if (slot == NULL) return NULL;
    bool is_it = slot->dynamic == object->dynamic && slot->meaning == meaning_of(object->strings + place->symbol->st_name, place->version);
    bool is_anew =
        now != slot->holds && now != NULL &&
        (is_unfilled(object, place, now) || (slot->removed != removed && (now == slot->original || now == found_for(pass, object, place))));
    if (!is_it || is_anew) {
        tm_forget_slot(slot);
        return NULL;
    }
    if (now == slot->holds) slot->removed = removed;
    slot->pass = pass->number;
    return slot;
}

static void count_refused(struct tm_hook** hooks, size_t count, int error) {
    for (size_t i = 0; i < count; i++) {
        hooks[i]->slots.refused++;
        hooks[i]->slots.error = error;
    }
}

/* Whether the slot holds what is in the object's file. */
static bool is_raw(const struct pass* pass, const struct tmgot_object* object, const struct place* place, const void* now) {
    if (now == NULL) return place->kind != TM_POINTER && ELF64_ST_BIND(place->symbol->st_info) != STB_WEAK;
    bool is_of_program = (uintptr_t)now >= pass->program_begin && (uintptr_t)now < pass->program_end;
    return place->kind == TM_CALLED && object->base != 0 && !is_of_program && (uintptr_t)now < object->end - object->base;
}

static void resolve_slot(struct pass* pass, const struct tmgot_object* object, const struct place* place) {
    struct tm_hook* hooks[MAX_HOOKS];
    void* now = __atomic_load_n(place->at, __ATOMIC_ACQUIRE);
    struct tm_slot* slot = known_slot(pass, object, place, now);
    if (now == NULL) return; /* weak, and nobody has it */
    size_t count = tm_hooks_of(object->strings + place->symbol->st_name, place->version, object->path, hooks, MAX_HOOKS);
    if (slot != NULL && place->kind == TM_POINTER && now != slot->holds) {
        if (count == 0) tm_forget_slot(slot);
        return;
    }
    bool is_others = slot != NULL && now != slot->holds && now != slot->original;
    if (slot == NULL && count == 0) return;
    void* function = slot != NULL ? slot->original : function_of(pass, object, place, now);
    if (function == NULL) {
        for (size_t i = 0; i < count && place->kind != TM_POINTER; i++) hooks[i]->slots.missing++;
        return;
    }
    count = tm_filter_by_target(function, hooks, count);
    if (slot == NULL && count == 0) return;
    size_t held[MAX_HOOKS];
    for (size_t i = 0; i < count; i++) held[i] = hooks[i]->slots.missing + hooks[i]->slots.other;
    void* target = tm_hook_chain(hooks, count, function);
    if (is_others) {
        for (size_t i = 0; i < count; i++) hooks[i]->slots.held++;
        return;
    }
    if (target == function) { /* nobody wants it */
        if (slot == NULL) return;
        int error = now == slot->holds ? write_to(object, place->kind, place->at, now, slot->before) : 0;
        if (error == 0) tm_forget_slot(slot);
        return;
    }
    if (slot == NULL && (slot = tm_new_slot(place->at)) == NULL) return;
    if (slot->holds == NULL) {
        *slot = (struct tm_slot){
            .at = place->at,
            .dynamic = object->dynamic,
            .meaning = meaning_of(object->strings + place->symbol->st_name, place->version),
            .removed = removed,
            .before = now,
            .original = function,
            .pass = pass->number,
        };
    }
    int error = now == target ? 0 : write_to(object, place->kind, place->at, now, target);
    if (error != 0) {
        if (error != EAGAIN) count_refused(hooks, count, error);
        if (slot->holds == NULL) tm_forget_slot(slot);
        return;
    }
    slot->holds = target;
    for (size_t i = 0; i < count; i++) {
        if (held[i] == hooks[i]->slots.missing + hooks[i]->slots.other) hooks[i]->slots.held++;
    }
}

static void note_jump(struct pass* pass, const struct tmgot_object* program, const ElfW(Sym)* symbol) {
    if (symbol->st_shndx != SHN_UNDEF || symbol->st_value == 0) return;
    if (pass->jump_count < sizeof pass->jumps / sizeof *pass->jumps) {
        pass->jumps[pass->jump_count++] = (void*)(program->base + symbol->st_value);
    }
}

static int visit(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct pass* pass = data;
    struct tmgot_object object;
    pass->added = info->dlpi_adds;
    removed = info->dlpi_subs;
    bool is_settled = pass->object_count++ < settled.objects && settled.removed == removed;
    if (!tm_object_of(info, &object) || (pass->loader != 0 && object.base == pass->loader)) return 0;
    /* A library that has this leaves itself alone. Within the program, what is called here passes hooks by, as the guard is set. */
    bool is_program = *object.path == '\0';
    if (is_program) pass->program_begin = object.begin, pass->program_end = object.end;
    if (!is_program && tm_is_within(&object, (void*)pass->self)) return 0;
    enum tm_state state = TM_RELOCATED;
    bool is_looked_at = is_settled || is_program;
    for (int table = 0; table < 2; table++) {
        const ElfW(Rela)* relocation = object.relocations[table].first;
        for (size_t i = 0; i < object.relocations[table].count; i++, relocation++) {
            size_t index = ELF64_R_SYM(relocation->r_info);
            const ElfW(Sym)* symbol = object.symbols + index;
            if (index == 0 || !may_have_hook(pass, object.strings + symbol->st_name)) continue;
            struct place place = {(void**)(object.base + relocation->r_offset), tm_kind_of(&object, relocation), symbol, NULL};
            if (place.kind == TM_NO_SLOT) continue;
            if (!is_looked_at) state = tm_state_of(&object);
            is_looked_at = true;
            bool is_being_relocated = state == TM_RELOCATING ||
                                      (state == TM_UNKNOWN && is_raw(pass, &object, &place, __atomic_load_n(place.at, __ATOMIC_ACQUIRE)));
            if (is_being_relocated) {
                pass->unsettled++;
                return 0;
            }
            if (is_program) note_jump(pass, &object, symbol);
            place.version = tm_version_of(&object, index);
            resolve_slot(pass, &object, &place);
        }
    }
    return 0;
}

static void forget_questions(struct pass* pass) {
    for (size_t i = 0; i < pass->question_count; i++) {
        free(pass->questions[i].object), free(pass->questions[i].symbol), free(pass->questions[i].version);
    }
    free(pass->questions);
}

static bool is_answered(unsigned answer) { return (int)(atomic_load(&answers) - answer) >= 0; }

/* Comes to an end once the dynamic linker's lock was free. */
static void* ask_for_lock(void* unused) {
    tm_got_thread.guard++;
    void* program = dlopen(NULL, RTLD_LAZY | RTLD_NOLOAD);
    if (program != NULL) dlclose(program);
    atomic_fetch_add(&answers, 1);
    atomic_store(&is_asking, false);
    return unused;
}

/* The program's signals are not for it. */
static bool begin_to_ask(void) {
    pthread_t thread;
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    bool has_begun = pthread_create(&thread, NULL, ask_for_lock, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (has_begun) pthread_detach(thread);
    else atomic_store(&is_asking, false);
    return has_begun;
}

enum { SHORT_WAITS = 50 };
static void wait_a_little(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

/* Whether the dynamic linker's lock was free at some time since this was called: whatever was loaded then is relocated. */
static bool was_lock_free(unsigned* answer) {
    enum { MILLISECONDS = 1000 };
    bool is_asked = false;
    for (int i = 0; i < MILLISECONDS; i++) {
        bool is_others = false;
        if (!is_asked && atomic_compare_exchange_strong(&is_asking, &is_others, true)) {
            *answer = atomic_load(&answers) + 1;
            is_asked = true;
            if (!begin_to_ask()) return false;
        }
        wait_a_little();
        if (is_asked && is_answered(*answer)) return true;
    }
    return false;
}

/*
 * Waits for what other threads load now, and returns whether all of it is relocated. The dynamic linker holds its lock until constructors
 * have run: so relocation, which takes no time, is given the chance to end by itself.
 */
static bool wait_for_loads(unsigned times_before, unsigned* answer) {
    if (times_before >= SHORT_WAITS) return was_lock_free(answer);
    wait_a_little();
    return false;
}

/* With the lock, which is released for questions and to wait. */
static void look_at_slots(bool may_ask) {
    enum { ROUNDS = 4, WAITS = SHORT_WAITS + 2 };
    static struct pass pass; /* with the lock, but for the questions, which are taken along */
    struct tm_lookup* questions = NULL;
    size_t count = 0, room = 0, answered = 0;
    unsigned rounds = 0, waits = 0, answer = 0;
    if (left_out.added != 0 && is_answered(left_out.answer)) settled = left_out.then, left_out.added = 0;
    while (rounds < ROUNDS && waits < WAITS) {
        unsigned long long removed_before = removed;
        pass = (struct pass){.number = ++tm_passes,
                             .self = (uintptr_t)tm_hook_links,
                             .loader = getauxval(AT_BASE),
                             .questions = questions,
                             .question_count = count,
                             .question_room = room};
        note_names(&pass);
        timemory_for_each_object(visit, &pass);
        if (removed != removed_before) tm_forget_slots_before(pass.number);
        questions = pass.questions, count = pass.question_count, room = pass.question_room;
        size_t unsettled = pass.unsettled;
        struct settled then = {pass.object_count, removed};
        if (answered == count && unsettled == 0) {
            __atomic_store_n(&added, pass.added, __ATOMIC_RELAXED); /* and no sooner: another thread may ask meanwhile */
            break;
        }
        unsigned long long added_then = pass.added;
        bool may_wait = unsettled > 0 && left_out.added != added_then;
        bool has_questions = may_ask && answered < count;
        if (!may_wait && !has_questions) break;
        tm_unlock();
        if (has_questions) rounds++;
        for (; has_questions && answered < count; answered++) tm_resolve(&questions[answered]);
        bool is_relocated = may_wait && wait_for_loads(waits++, &answer);
        tm_lock();
        if (is_relocated) settled = then;
        else if (may_wait && answer != 0) left_out.then = then, left_out.added = added_then, left_out.answer = answer;
    }
    struct pass asked = {.questions = questions, .question_count = count};
    forget_questions(&asked);
}

static bool are_any_wanted(void) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        if (hook->enter == NULL && !atomic_load(&hook->is_removed)) return true;
    }
    return false;
}

static void apply(bool may_ask) {
    if (!TM_LEADS_CALLS) return;
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++;
    tm_lock();
    tm_follow_loading(are_any_wanted());
    look_at_slots(may_ask);
    tm_unlock();
    thread->guard--;
}

void tm_got_apply(void) { apply(true); }

static int count_objects(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    *(bool*)data = info->dlpi_adds != __atomic_load_n(&added, __ATOMIC_RELAXED);
    return 1;
}

void tm_got_apply_to_new(void) {
    bool are_new = false;
    timemory_for_each_object(count_objects, &are_new);
    if (are_new && atomic_load(&tm_hooks) != NULL) tm_got_apply();
}

/* ---- Hooks ------------------------------------------------------------------------------------------------------------------------ */

/* Whether what a call reads of the hook, but for the data and the replacement, is as it would be of the other one. */
static bool is_like(const struct tm_hook* hook, const struct tm_hook_of* of) {
    const struct tm_hook_of* known = &hook->of;
    return hook->enter == NULL && strcmp(known->function, of->function) == 0 && known->before == of->before && known->after == of->after &&
           (known->replacement == NULL) == (of->replacement == NULL) && known->argument == of->argument && known->is_half == of->is_half &&
           known->stack_bytes == of->stack_bytes && known->has_no_vectors == of->has_no_vectors && known->takes == of->takes &&
           known->means == of->means && known->chosen == of->chosen;
}

/* A replacement may be called before the next pass says what it goes on with, by whoever has kept a stub's address. */
static bool goes_on_with_one(const struct tm_hook* hook) {
    const struct tm_hook_link* first = atomic_load(&hook->links);
    for (const struct tm_hook_link* link = first; link != NULL; link = link->other) {
        if (link->function != first->function) return false;
    }
    return true;
}

static struct tm_hook* removed_like(const struct tm_hook_of* of) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        if (atomic_load(&hook->is_removed) && is_like(hook, of) && (of->replacement == NULL || goes_on_with_one(hook))) return hook;
    }
    return NULL;
}

/* It is off. */
static void use_again(struct tm_hook* hook, const struct tm_hook_of* of) {
    struct tm_hook_link* links = atomic_load(&hook->links);
    if (of->replacement != NULL && links != NULL) __atomic_store_n(of->original, links->next, __ATOMIC_RELEASE);
    hook->of.replacement = of->replacement;
    hook->of.original = of->original;
    __atomic_store_n(&hook->of.data, of->data, __ATOMIC_RELEASE);
    for (struct tm_hook_link* link = links; link != NULL; link = link->other) {
        __atomic_store_n(&link->replacement, of->replacement, __ATOMIC_RELEASE);
    }
}

struct tm_hook* tm_new_hook(const struct tm_hook_of* of, void* enter) {
    struct tm_hook* hook = tm_hook_count == TM_HOOK_LINKS ? NULL : calloc(1, sizeof *hook);
    char* function = strdup(of->function);
    char* name = strdup(of->function);
    if (hook == NULL || function == NULL || name == NULL) {
        free(hook), free(function), free(name);
        return NULL;
    }
    char* version = strchr(name, '@');
    if (version != NULL) {
        *version++ = '\0';
        version += *version == '@';
    }
    hook->of = *of;
    hook->of.function = function;
    hook->name = name;
    hook->version = version;
    hook->enter = enter;
    hook->cell = tm_hook_count++;
    hook->next = atomic_load(&tm_hooks);
    atomic_store(&tm_hooks, hook);
    return hook;
}

static size_t count_of(const char* function) {
    size_t count = 0, length = strcspn(function, "@");
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        count += !atomic_load(&hook->is_removed) && strncmp(hook->name, function, length) == 0 && hook->name[length] == '\0';
    }
    return count;
}

struct tm_hook* tm_got_hook(const struct tm_hook_of* of) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static uint64_t order;
    pthread_once(&once, watch_forks);
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++;
    tm_lock();
    bool has_room = count_of(of->function) < MAX_HOOKS;
    struct tm_hook* hook = has_room ? removed_like(of) : NULL;
    if (hook != NULL) use_again(hook, of);
    else if (has_room) hook = tm_new_hook(of, NULL);
    if (hook != NULL) {
        hook->of.priority = of->priority;
        hook->order = ++order;
        tm_count_anew(hook);
        atomic_store(&hook->is_removed, false);
    }
    tm_unlock();
    thread->guard--;
    return hook;
}

void tm_got_switch(struct tm_hook* hook, bool on) {
    atomic_store(&hook->is_on, on);
    tm_lead_stubs(hook);
}

void tm_got_unhook(struct tm_hook* const* hooks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tm_got_switch(hooks[i], false);
        atomic_store(&hooks[i]->is_removed, true);
    }
    apply(false);
}

struct tm_slots tm_got_slots(const struct tm_hook* hook) {
    tm_lock();
    struct tm_slots slots = hook->slots;
    tm_unlock();
    return slots;
}

/* ---- Why not ---------------------------------------------------------------------------------------------------------------------- */

enum { MAX_OBJECTS = 512 };

struct objects {
    bool is_static;
    size_t count;
    char* path[MAX_OBJECTS];
};

static int note_object(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct objects* objects = data;
    struct tmgot_object object;
    tm_object_of(info, &object);
    if (*object.path != '\0') {
        char* path = objects->count < MAX_OBJECTS ? strdup(object.path) : NULL;
        if (path != NULL) objects->path[objects->count++] = path;
        return 0;
    }
    objects->is_static = true;
    for (int i = 0; i < object.header_count; i++) {
        if (object.headers[i].p_type == PT_INTERP) objects->is_static = false;
    }
    return 0;
}

/* The first objects that have it, with what stands between them; empty where none does. */
static void list_definers(const struct objects* objects, const char* name, char* into, size_t size) {
    size_t length = 0;
    *into = '\0';
    for (size_t i = 0; i < objects->count && length + 4 < size; i++) {
        if (!tm_defines(objects->path[i], name)) continue;
        length += (size_t)snprintf(into + length, size - length, "%s%s", length == 0 ? "" : ", ", objects->path[i]);
    }
}

char* tm_got_why_none(const struct tm_hook* hook) {
    static const char UNREACHED[] = "its calls within that object, and by addresses that were taken before, go through no slot";
    struct objects objects = {.count = 0};
    struct tm_slots slots = tm_got_slots(hook);
    const char *name = hook->name, *at = hook->version == NULL ? "" : "@", *version = hook->version == NULL ? "" : hook->version;
    char definers[2000];
    char* why = NULL;
    int length;
    if (!TM_LEADS_CALLS) {
        length = asprintf(&why, "calls of %s are led nowhere else by this processor's code: that is written for x86-64 so far", name);
        return length < 0 ? NULL : why;
    }
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++; /* dlsym is to find the functions, not what their calls are led to */
    timemory_for_each_object(note_object, &objects);
    list_definers(&objects, name, definers, sizeof definers);
    if (objects.is_static) {
        length = asprintf(&why, "the program is linked statically: its calls of %s go through no slot", name);
    } else if (slots.refused > 0 && slots.held > 0) {
        size_t all = slots.held + slots.refused;
        length = asprintf(&why, "%zu of the %zu slots of %s may not be written: %s", slots.refused, all, name, strerror(slots.error));
    } else if (slots.refused > 0) {
        length = asprintf(&why, "the slots of %s may not be written: %s", name, strerror(slots.error));
    } else if (slots.other > 0) {
        length =
            asprintf(&why, "objects call different functions of the name %s: choose one by %s@VERSION, or by who calls it", name, name);
    } else if (slots.unmeant > 0) {
        length = asprintf(&why, "the %s that objects call is another object's than the one named. It is in %s", name, definers);
    } else if (slots.missing > 0) {
        length = asprintf(&why, "no object of this process has %s%s%s, or too many functions are hooked", name, at, version);
    } else if (*definers == '\0') {
        length = asprintf(&why, "no object of this process has or calls %s%s%s", name, at, version);
    } else {
        length = asprintf(&why, "no object calls %s%s%s through a slot. It is in %s; %s", name, at, version, definers, UNREACHED);
    }
    for (size_t i = 0; i < objects.count; i++) free(objects.path[i]);
    thread->guard--;
    return length < 0 ? NULL : why;
}
