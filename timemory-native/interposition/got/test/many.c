/* Hooks beyond the limit are refused, and those of one function are called in a fixed order. */
#include "callee.h"
#include "check.h"
#include "driver.h"

int main(void) {
    hook hooks[65];
    for (int i = 0; i < 65; i++) hooks[i] = go_around("twice", 0, i, "");
    check(hooks[63] != NULL && hooks[64] == NULL && slots(hooks[0]) > 0);
    check(twice(1) == 2 && began() == 64 && returned() == 64);
    for (int i = 0; i < 64; i++) unhook(hooks[i]);
    check(twice(1) == 2 && began() == 64);
    /* Repeating them needs no new memory. */
    for (int i = 0; i < 20000; i++) {
        hook one = count_calls("twice", -1);
        check(one != NULL && slots(one) > 0 && calls(one) == 0 && twice(1) == 2 && calls(one) == 1);
        unhook(one);
    }
    return 0;
}
