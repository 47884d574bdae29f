/*
 * Six libraries, each of which calls the one before: hooks of all kinds come and go in any order and number, and each call must have the
 * result, and each count the value, that the hooks imply.
 */
#include "check.h"
#include "driver.h"
#include "modules.h"

enum { HOOKS = 48, ROUNDS = 4000, ADDED = 1000 };

/* As many replacements as there are, each with the function that it continues with. */
static int (*original[16])(int);
#define REPLACEMENT(n) \
    static int plus_##n(int x) { return original[n](x) + ADDED; }
/* clang-format off */
REPLACEMENT(0) REPLACEMENT(1) REPLACEMENT(2) REPLACEMENT(3) REPLACEMENT(4) REPLACEMENT(5) REPLACEMENT(6) REPLACEMENT(7)
REPLACEMENT(8) REPLACEMENT(9) REPLACEMENT(10) REPLACEMENT(11) REPLACEMENT(12) REPLACEMENT(13) REPLACEMENT(14) REPLACEMENT(15)
    /* clang-format on */
    static int (*const REPLACEMENTS[])(int) = {plus_0, plus_1, plus_2,  plus_3,  plus_4,  plus_5,  plus_6,  plus_7,
                                               plus_8, plus_9, plus_10, plus_11, plus_12, plus_13, plus_14, plus_15};

/* Hooks 0 to 15 replace, 16 to 31 count, and the others go around. */
static struct {
    hook made;
    int module, function;
    uint64_t expected, began;
} hooks[HOOKS];

static uint32_t state = 1;
static int random_below(int limit) {
    state = state * 1664525 + 1013904223;
    return (int)((state >> 8) % (uint32_t)limit);
}

static void change(int number) {
    if (hooks[number].made != NULL) {
        unhook(hooks[number].made);
        hooks[number].made = NULL;
        return;
    }
    hooks[number].module = random_below(MODULES);
    hooks[number].function = random_below(FUNCTIONS);
    const char* name = names[hooks[number].module][hooks[number].function];
    int priority = random_below(3);
    if (number < 16) hooks[number].made = replace(name, (void*)REPLACEMENTS[number], (void**)&original[number], priority);
    else if (number < 32) hooks[number].made = count_calls(name, 0);
    else hooks[number].made = go_around(name, 0, priority, "");
    check(hooks[number].made != NULL && slots(hooks[number].made) > 0);
    hooks[number].expected = 0;
}

static void call(int top, int function) {
    int added = 0;
    uint64_t around = 0, before = began();
    for (int i = 0; i < HOOKS; i++) {
        if (hooks[i].made == NULL || hooks[i].function != function || hooks[i].module > top) continue;
        added += i < 16 ? ADDED : 0;
        around += i >= 32;
        hooks[i].expected++;
    }
    check(outermost[top][function](5) == 5 + function * (top + 1) + added);
    check(began() == before + around && returned() == began() && left() == 0);
}

int main(void) {
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 4 == 0) change(random_below(HOOKS));
        call(random_below(MODULES), random_below(FUNCTIONS));
    }
    for (int i = 0; i < HOOKS; i++) {
        if (hooks[i].made == NULL) continue;
        if (i >= 16 && i < 32) check(calls(hooks[i].made) == hooks[i].expected);
        unhook(hooks[i].made);
        hooks[i].made = NULL;
    }
    for (int top = 0; top < MODULES; top++) {
        for (int function = 0; function < FUNCTIONS; function++) call(top, function);
    }
    return 0;
}
