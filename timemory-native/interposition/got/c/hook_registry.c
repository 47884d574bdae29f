/*
 * A hook that was removed is reused for a similar one, so hooks can come and go without end. Threads may still be in calls of the removed
 * hook, so only words that a call reads individually change.
 */
#define _GNU_SOURCE
#include "hook_registry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "object.h"
#include "relocation_wait.h"

_Atomic(struct tm_hook*) tm_hooks;
uint32_t tm_hook_count;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void tm_lock(void) { pthread_mutex_lock(&mutex); }

void tm_unlock(void) { pthread_mutex_unlock(&mutex); }

/* The child measures nothing, and has no other thread that would release the lock. */
static void forked(void) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) tm_got_switch(hook, false);
    tmgot_forget_waiting();
    tm_got_thread.depth = 0; /* calls that are running, such as that of fork itself, end in the parent */
    pthread_mutex_init(&mutex, NULL);
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

bool tm_hook_matches(const struct tm_hook* hook, const char* function, const char* version, const char* object) {
    if (strcmp(hook->name, function) != 0) return false;
    if (hook->version != NULL && (version == NULL || strcmp(hook->version, version) != 0)) return false;
    return hook->of.takes == NULL || hook->of.takes(tm_path_of(object), hook->of.chosen);
}

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

/* Whether the object that contains a function is one that a hook refers to. */
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

/* Also called within a pass over all objects: the dynamic linker allows a thread that is iterating over them to iterate again. */
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

/* Whether calls read the same from this hook as from a new one, except for the data and the replacement. */
static bool is_like(const struct tm_hook* hook, const struct tm_hook_of* of) {
    const struct tm_hook_of* known = &hook->of;
    return hook->enter == NULL && strcmp(known->function, of->function) == 0 && known->before == of->before && known->after == of->after &&
           (known->replacement == NULL) == (of->replacement == NULL) && known->argument == of->argument && known->is_half == of->is_half &&
           known->stack_bytes == of->stack_bytes && known->has_no_vectors == of->has_no_vectors && known->takes == of->takes &&
           known->means == of->means && known->chosen == of->chosen;
}

/* A stub whose address was kept may call a replacement before the next pass has stored which function the replacement is for. */
static bool has_one_function(const struct tm_hook* hook) {
    const struct tm_hook_link* first = atomic_load(&hook->links);
    for (const struct tm_hook_link* link = first; link != NULL; link = link->other) {
        if (link->function != first->function) return false;
    }
    return true;
}

static struct tm_hook* removed_like(const struct tm_hook_of* of) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        if (atomic_load(&hook->is_removed) && is_like(hook, of) && (of->replacement == NULL || has_one_function(hook))) return hook;
    }
    return NULL;
}

/* The hook is switched off. */
static void reuse(struct tm_hook* hook, const struct tm_hook_of* of) {
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
    bool has_room = count_of(of->function) < TM_MAX_HOOKS;
    struct tm_hook* hook = has_room ? removed_like(of) : NULL;
    if (hook != NULL) reuse(hook, of);
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

struct tm_slots tm_got_slots(const struct tm_hook* hook) {
    tm_lock();
    struct tm_slots slots = hook->slots;
    tm_unlock();
    return slots;
}
