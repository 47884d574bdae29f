/* Two functions of the same name, each with a caller that is linked with it, and only one of them selected. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "driver.h"

static void* opened(const char* directory, const char* name) {
    char path[4096];
    check(snprintf(path, sizeof path, "%s/%s", directory, name) < (int)sizeof path);
    void* library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    check(library != NULL);
    return library;
}

int main(int count, char** arguments) {
    check(count == 2);
    hook right = count_calls_in("twin", "librighttwin.so");
    void *lefts = opened(arguments[1], "libleft.so"), *rights = opened(arguments[1], "libright.so");
    int (*calls_left)(void) = (int (*)(void))dlsym(lefts, "calls_left");
    int (*calls_right)(void) = (int (*)(void))dlsym(rights, "calls_right");
    check(slots(right) == 1 && calls_left() == 1 && calls_right() == 2 && calls(right) == 1);
    int (*left_twin)(void) = (int (*)(void))dlsym(lefts, "twin");
    int (*right_twin)(void) = (int (*)(void))dlsym(rights, "twin");
    check(left_twin() == 1 && calls(right) == 1 && right_twin() == 2 && calls(right) == 2);

    hook both = count_calls("twin", -1);
    check(slots(both) == 2 && slots(right) == 1 && calls_left() == 1 && calls_right() == 2 && calls(both) == 2 && calls(right) == 3);

    hook none = count_calls_in("twin", "libcallee.so");
    check(slots(none) == 0 && strstr(why_none(none), "of another object than the given one. It is in ") != NULL);
    unhook(right);
    unhook(both);
    check(calls_left() == 1 && calls_right() == 2 && calls(right) == 3);
    return 0;
}
