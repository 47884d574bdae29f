/* Two tools that do not know each other replace one function in either order; the later one continues with the earlier one. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

static int (*original[2])(int);
static int plus_one(int x) { return original[0](x) + 1; }
static int times_ten(int x) { return original[1](x) * 10; }
static int (*const REPLACEMENTS[])(int) = {plus_one, times_ten};

static struct tool {
    hook (*replace)(const char*, void*, void**, int);
    void (*unhook)(hook);
    hook made;
} tools[2];

static void start(int number) {
    tools[number].made = tools[number].replace("twice", (void*)REPLACEMENTS[number], (void**)&original[number], 0);
    check(tools[number].made != NULL);
}

int main(int count, char** arguments) {
    static const int RESULTS[2] = {2 * 10 + 1, (2 + 1) * 10}, ALONE[2] = {2 + 1, 2 * 10};
    check(count == 4);
    for (int i = 0; i < 2; i++) {
        void* library = dlopen(arguments[1 + i], RTLD_NOW | RTLD_LOCAL);
        check(library != NULL);
        *(void**)&tools[i].replace = dlsym(library, "replace");
        *(void**)&tools[i].unhook = dlsym(library, "unhook");
    }
    const int outer = atoi(arguments[3]);
    start(1 - outer), start(outer);
    check(twice(1) == RESULTS[outer]);
    tools[outer].unhook(tools[outer].made);
    check(twice(1) == ALONE[1 - outer]);
    start(outer);
    check(twice(1) == RESULTS[outer]);
    /* In the wrong order: the first one is still called by the last one, and does nothing. */
    tools[1 - outer].unhook(tools[1 - outer].made);
    check(twice(1) == ALONE[outer]);
    start(1 - outer);
    check(twice(1) == RESULTS[outer]); /* in its place, because it is called there */
    tools[1 - outer].unhook(tools[1 - outer].made);
    tools[outer].unhook(tools[outer].made);
    check(twice(1) == 2);
    return 0;
}
