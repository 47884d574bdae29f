/*
 * Objects that are loaded later. dlopen and dlsym have hooks of their own as long as there are any.
 *
 * glibc looks for a library in the folders that its caller names, and knows the caller by the return address. So dlopen is jumped to and
 * not called where that may matter, and what it loaded is hooked when the program looks for a function in any. A path, or nothing, needs no
 * looking for: then the slots are looked at as soon as dlopen returns. What constructors of the library call meanwhile is not hooked.
 *
 * dlsym returns where hooks lead to, as a slot would hold it, but for the two handles that mean the caller as well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "hook_chain.h"

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

/* What went wrong stays for the program to ask for, and what went right is not to look wrong. */
extern void tm_got_loaded(void* library) __attribute__((visibility("hidden")));
void tm_got_loaded(void* library) {
    if (library == NULL) return;
    tm_got_apply_to_new();
    dlerror();
}

extern int tm_got_may_look(void* handle, const char* name) __attribute__((visibility("hidden")));
int tm_got_may_look(void* handle, const char* name) {
    /*
     * It takes about half a microsecond where nothing was loaded, most of it to block signals. A note that dlopen was called would be too
     * early: it is still loading then.
     */
    tm_got_apply_to_new();
    return handle != RTLD_NEXT && handle != RTLD_DEFAULT && name != NULL;
}

/* Hooks in the list are read without the lock: most names have none. */
static bool has_hook(const char* name) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        if (!atomic_load(&hook->is_removed) && strcmp(hook->name, name) == 0) return true;
    }
    return false;
}

extern void* tm_got_looked(void* function, const char* name, void* caller) __attribute__((visibility("hidden")));
void* tm_got_looked(void* function, const char* name, void* caller) {
    enum { MAX_HOOKS = 64 };
    struct tm_hook* hooks[MAX_HOOKS];
    Dl_info info;
    struct link_map* map = NULL;
    if (function == NULL || !has_hook(name)) return function;
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++;
    bool is_known = dladdr1(caller, &info, (void**)&map, RTLD_DL_LINKMAP) != 0 && map != NULL;
    const char* object = is_known ? map->l_name : "";
    tm_lock();
    size_t count = tm_filter_by_target(function, hooks, tm_hooks_of(name, NULL, object, hooks, MAX_HOOKS));
    void* target = tm_hook_chain(hooks, count, function);
    tm_unlock();
    thread->guard--;
    return target;
}
