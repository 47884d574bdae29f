/* Objects that are loaded later: by a path, by a name that only the caller's folders have, closed and opened again, and twins. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

extern void* open_by_name(const char* name); /* of a library with a separate folder: opener.c */

typedef int (*function)(int);

static function found(void* library, const char* name) {
    function there = (function)dlsym(library, name);
    check(there != NULL);
    return there;
}

int main(int count, char** folder) {
    char path[4096];
    check(count == 2);
    hook counting = count_calls("twice", -1);

    snprintf(path, sizeof path, "%s/libuser.so", folder[1]);
    void* user = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    check(user != NULL && dlerror() == NULL);
    function uses = found(user, "uses_twice");
    check(uses(4) == 8 && calls(counting) == 1);
    check(dlclose(user) == 0);
    check(twice(1) == 2 && calls(counting) == 2);
    user = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    check(found(user, "uses_twice")(4) == 8 && calls(counting) == 3);

    /* The reason for a failure can be queried, however much was looked up since. */
    check(dlopen("/nowhere/libnothing.so", RTLD_NOW) == NULL && strstr(dlerror(), "/nowhere/libnothing.so") != NULL);
    check(dlsym(user, "nothing") == NULL && strstr(dlerror(), "nothing") != NULL);
    check(dlopen("libnamed.so", RTLD_NOW) == NULL && dlerror() != NULL); /* the program has no such folder */
    void* named = open_by_name("libnamed.so");
    check(named != NULL && dlerror() == NULL);
    check(found(named, "also_uses_twice")(5) == 10 && calls(counting) == 4);

    /* Pointers returned by dlsym are redirected in the same way, except in the two cases in which it depends on its caller. */
    check(found(user, "twice")(6) == 12 && calls(counting) == 5);
    check(found(RTLD_DEFAULT, "twice")(6) == 12);

    /* Two libraries with a function of the same name each, which no other object sees: each caller keeps its own. */
    hook both = go_around("twin", 0, 0, ""), counted = count_calls("twin", -1);
    snprintf(path, sizeof path, "%s/libleft.so", folder[1]);
    function left = found(dlopen(path, RTLD_LAZY | RTLD_LOCAL), "calls_left");
    snprintf(path, sizeof path, "%s/libright.so", folder[1]);
    function right = found(dlopen(path, RTLD_LAZY | RTLD_LOCAL), "calls_right");
    check(left(0) == 1 && right(0) == 2 && left(0) == 1 && began() == 3 && calls(counted) == 3 && slots(both) == 2);
    unhook(both);
    check(left(0) == 1 && right(0) == 2 && calls(counted) == 5);
    unhook(counted);
    check(left(0) == 1 && right(0) == 2);

    /* Functions that only some objects call. */
    uint64_t so_far = calls(counting);
    unhook(counting);
    hook some = count_calls_of("twice", "libuser");
    check(uses != NULL && found(user, "uses_twice")(1) == 2 && found(named, "also_uses_twice")(1) == 2 && twice(1) == 2);
    check(calls(some) == 1 && slots(some) == 1 && calls(counting) == so_far);
    return 0;
}
