/* Two rewriters in one process, that know nothing of each other, undone in either order. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

static struct tool {
    hook (*count_calls)(const char*, int);
    void (*unhook)(hook);
    uint64_t (*calls)(hook);
    hook made;
} tools[2];

static void load(struct tool* tool, const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    check(library != NULL);
    *(void**)&tool->count_calls = dlsym(library, "count_calls");
    *(void**)&tool->unhook = dlsym(library, "unhook");
    *(void**)&tool->calls = dlsym(library, "calls");
}

int main(int count, char** paths) {
    check(count == 3);
    load(&tools[0], paths[1]);
    load(&tools[1], paths[2]);
    for (int first = 0; first < 2; first++) {
        for (int gone = 0; gone < 2; gone++) {
            uint64_t before[2];
            for (int i = 0; i < 2; i++) {
                struct tool* tool = &tools[(first + i) % 2];
                tool->made = tool->count_calls("scaled", -1);
            }
            for (int i = 0; i < 2; i++) before[i] = tools[i].calls(tools[i].made);
            check(scaled(1, 2, 3) == 6);
            for (int i = 0; i < 2; i++) check(tools[i].calls(tools[i].made) == before[i] + 1);
            tools[gone].unhook(tools[gone].made);
            check(scaled(1, 2, 3) == 6 && tools[1 - gone].calls(tools[1 - gone].made) == before[1 - gone] + 2);
            tools[1 - gone].unhook(tools[1 - gone].made);
            check(scaled(1, 2, 3) == 6 && tools[1 - gone].calls(tools[1 - gone].made) == before[1 - gone] + 2);
            tools[gone].unhook(tools[gone].made);
        }
    }
    return 0;
}
