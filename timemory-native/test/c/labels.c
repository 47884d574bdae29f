/* More labels than the call graph may hold: they are recorded together, every pop finds its push, and nothing stays open. */
#define _GNU_SOURCE
#include "check.h"
#include "timemory/library.h"

static void region(const char* format, int number, void (*inside)(int)) {
    char name[32];
    snprintf(name, sizeof name, format, number);
    timemory_push_region(name);
    if (inside) inside(number);
    timemory_pop_region(name);
}

static void nested(int depth) {
    if (depth > 0) region("nested %d", depth - 1, nested);
}

int main(void) {
    setenv("TIMEMORY_MAX_NODES", "1000", 1);
    for (int i = 0; i < 300000; i++) region("label %d", i, NULL);
    for (int i = 0; i < 10; i++) region("deep %d", 500, nested);
    timemory_push_region("after");
    timemory_pop_region("after");
    return 0;
}
