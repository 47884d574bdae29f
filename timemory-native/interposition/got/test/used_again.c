/*
 * Hooks come and go without end, in any order, each with its own data and replacements, while threads call and keep addresses that they
 * were given: every call reaches the function, and on this thread each hook sees what it has to see, once.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

enum { THREADS = 3, ROUNDS = 20000, HOOKS = 12 };

static atomic_bool is_done;
static int (*_Atomic kept)(int);
static __thread int replaced;

static int (*original[HOOKS])(int);
#define REPLACEMENT(n)                  \
    static int replacement_##n(int x) { \
        replaced++;                     \
        return original[n](x);          \
    }
/* clang-format off */
REPLACEMENT(0) REPLACEMENT(1) REPLACEMENT(2) REPLACEMENT(3) REPLACEMENT(4) REPLACEMENT(5)
REPLACEMENT(6) REPLACEMENT(7) REPLACEMENT(8) REPLACEMENT(9) REPLACEMENT(10) REPLACEMENT(11)
    /* clang-format on */
    static int (*const REPLACEMENTS[])(int) = {replacement_0, replacement_1, replacement_2, replacement_3, replacement_4,  replacement_5,
                                               replacement_6, replacement_7, replacement_8, replacement_9, replacement_10, replacement_11};

enum { COUNTED, REPLACED, AROUND, KINDS };
static struct {
    hook made;
    int kind;
} hooks[HOOKS];

/* For each hook around calls, another one: the value passed to `after` must be the one that `before` had. */
static const char names[ROUNDS + 1];

static uint32_t state = 1;
static int random_below(int limit) {
    state = state * 1664525 + 1013904223;
    return (int)((state >> 8) % (uint32_t)limit);
}

static void* call(void* unused) {
    int (*mine)(int) = twice;
    for (int i = 0; !is_done; i++) {
        check(twice(i & 1023) == 2 * (i & 1023) && mine(3) == 6);
        if (i % 64 == 0) mine = kept;
    }
    return unused;
}

static void change(int number, int round) {
    if (hooks[number].made != NULL) unhook(hooks[number].made);
    hooks[number].kind = random_below(KINDS);
    switch (hooks[number].kind) {
        case COUNTED: hooks[number].made = count_calls("twice", random_below(2) - 1); break;
        case REPLACED:
            hooks[number].made = replace("twice", (void*)REPLACEMENTS[number], (void**)&original[number], random_below(3));
            break;
        default: hooks[number].made = go_around("twice", 0, random_below(3), names + round);
    }
    check(hooks[number].made != NULL && slots(hooks[number].made) > 0);
}

static uint64_t seen(int kind) {
    uint64_t count = 0;
    for (int i = 0; i < HOOKS; i++) {
        if (hooks[i].made == NULL || hooks[i].kind != kind) continue;
        count += kind == COUNTED ? calls_here(hooks[i].made) : 1;
    }
    return count;
}

int main(void) {
    pthread_t threads[THREADS];
    hook first = count_calls("twice", -1);
    void* program = dlopen(NULL, RTLD_LAZY);
    kept = twice;
    for (int i = 0; i < THREADS; i++) check(pthread_create(&threads[i], NULL, call, NULL) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        change(random_below(HOOKS), round);
        if (round % 16 == 0) kept = (int (*)(int))dlsym(program, "twice");
        if (round % 16 == 8) kept = twice; /* the value of the slot */
        uint64_t counting = 0;
        for (int i = 0; i < HOOKS; i++) counting += hooks[i].made != NULL && hooks[i].kind == COUNTED;
        uint64_t counted = seen(COUNTED), began_here = began_by_this_thread();
        replaced = 0;
        check(twice(5) == 10);
        check(seen(COUNTED) == counted + counting && (uint64_t)replaced == seen(REPLACED));
        check(began_by_this_thread() == began_here + seen(AROUND));
    }
    for (int i = 0; i < HOOKS; i++) {
        if (hooks[i].made != NULL) unhook(hooks[i].made);
    }
    is_done = true;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    hook last = count_calls("twice", -1);
    check(calls(last) == 0 && calls_here(last) == 0 && calls(first) > ROUNDS);
    check(twice(1) == 2 && calls(last) == 1 && calls_here(last) == 1);
    unhook(first), unhook(last);
    return 0;
}
