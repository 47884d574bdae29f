/* Stands in for a runtime that reports more than GCC's does: names, source locations, and infos that are shorter than declared. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "../c/acc.h"

static tm_acc_callback callbacks[32];

static void add(int event, tm_acc_callback callback, int how) {
    if (event > 0 && event < 32 && how == 0) callbacks[event] = callback;
}

static struct tm_acc_place place = {.valid_bytes = sizeof place, .line = -1};
static struct tm_acc_facts facts = {.valid_bytes = sizeof facts};

static void report(int event) {
    place.event = facts.event = event;
    callbacks[event](&place, &facts, NULL);
}

static void launch(const char* kernel, const char* file, int line) {
    facts.name = kernel;
    place.file = file;
    place.line = line;
    report(18);
    report(19);
}

int main(int argc, char** argv) {
    void* tool = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    void (*begin)(tm_acc_register, tm_acc_register, void*) = tool == NULL ? NULL : dlsym(tool, "acc_register_library");
    if (begin == NULL) return 2;
    begin(NULL, NULL, NULL);
    begin(add, NULL, NULL);
    facts.parent_construct = 16;
    place.file = "/home/me/solver.c";
    place.line = 17;
    report(16);
    launch("stencil", "/home/me/solver.c", 20);
    launch("stencil", NULL, 0);
    launch(NULL, "plain.c", 3);
    launch("", "", -1);
    place.file = "/home/me/solver.c";
    place.line = 17;
    report(17);
    /* Neither the place nor the construct is known. */
    place.valid_bytes = 16;
    facts.valid_bytes = 8;
    report(16);
    report(17);
    facts.valid_bytes = sizeof facts;
    facts.parent_construct = 99;
    report(16);
    report(17);
    /* Its end is never reported, and that of the construct around it is. */
    facts.parent_construct = 1;
    report(16);
    report(24);
    report(17);
    report(17);
    puts("done");
    return 0;
}
