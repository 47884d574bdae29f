/*
 * Objects that are loaded later. dlopen and dlsym are hooked as long as there are other hooks.
 *
 * glibc searches for a library in the run paths of the caller, which it knows by the return address. So if there is a search, dlopen is
 * jumped to rather than called, and the library is hooked when the program next looks up a function. With a path or NULL there is no
 * search: slots are rewritten as soon as dlopen returns. Calls by constructors of the library are not hooked.
 *
 * dlsym returns what a slot would hold, except for the two handles that depend on the caller (RTLD_NEXT and RTLD_DEFAULT).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "hook_registry.h"

static struct tm_hook* follows[2];

bool tm_follow_loading(bool follow) {
    static const char* const NAMES[] = {"dlopen", "dlsym"};
    void* const ENTER[] = {(void*)tm_enter_dlopen, (void*)tm_enter_dlsym};
    for (int i = 0; i < 2; i++) {
        struct tm_hook_of of = {.function = NAMES[i], .priority = INT32_MAX};
        if (follows[i] == NULL && follow) follows[i] = tm_new_hook(&of, ENTER[i]);
        if (follows[i] == NULL) continue;
        atomic_store(&follows[i]->is_removed, !follow);
        tm_got_switch(follows[i], follow);
    }
    return !follow || (follows[0] != NULL && follows[1] != NULL);
}

extern int tm_got_may_load(const char* name, int flags) __attribute__((visibility("hidden")));
int tm_got_may_load(const char* name, int flags) {
    (void)flags;
    return name == NULL || (strchr(name, '/') != NULL && strchr(name, '$') == NULL);
}

/* An error of dlopen stays for the program to read; after success, dlerror must not return an error of ours. */
extern void tm_got_loaded(void* library) __attribute__((visibility("hidden")));
void tm_got_loaded(void* library) {
    if (library == NULL) return;
    tm_got_apply_to_new();
    dlerror();
}

extern int tm_got_may_look(void* handle, const char* name) __attribute__((visibility("hidden")));
int tm_got_may_look(void* handle, const char* name) {
    /*
     * This takes about half a microsecond if nothing was loaded, mostly to block signals. A flag set by dlopen would be too early:
     * loading is not complete then.
     */
    tm_got_apply_to_new();
    return handle != RTLD_NEXT && handle != RTLD_DEFAULT && name != NULL;
}

/* Reads the list without the lock: most names have no hook. */
static bool has_hook(const char* name) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        if (!atomic_load(&hook->is_removed) && strcmp(hook->name, name) == 0) return true;
    }
    return false;
}

extern void* tm_got_looked(void* function, const char* name, void* caller) __attribute__((visibility("hidden")));
void* tm_got_looked(void* function, const char* name, void* caller) {
    struct tm_hook* hooks[TM_MAX_HOOKS];
    Dl_info info;
    struct link_map* map = NULL;
    if (function == NULL || !has_hook(name)) return function;
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++;
    bool is_known = dladdr1(caller, &info, (void**)&map, RTLD_DL_LINKMAP) != 0 && map != NULL;
    const char* object = is_known ? map->l_name : "";
    tm_lock();
    size_t count = tm_filter_by_target(function, hooks, tm_hooks_of(name, NULL, object, hooks, TM_MAX_HOOKS));
    void* target = tm_hook_chain(hooks, count, function);
    tm_unlock();
    thread->guard--;
    return target;
}
