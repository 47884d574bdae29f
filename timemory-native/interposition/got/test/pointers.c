/* Addresses that the program takes before and after a hook is there. */
#include "callee.h"
#include "check.h"
#include "driver.h"

static int (*original)(int);
static int four_times(int x) { return 2 * original(x); }

int main(void) {
    int (*volatile before)(int) = twice;
    check(before(1) == 2);
    hook replaced = replace("twice", (void*)four_times, (void**)&original, 0);
    int (*volatile after)(int) = twice;
    check(slots(replaced) > 0 && after(1) == 4);
#ifdef __PIE__
    check(before(1) == 2); /* the function's own address, which cannot be changed */
#else
    check(before == after && before(1) == 4); /* a jump of the program's through the slot, whose address is always the same */
#endif
    unhook(replaced);
    check(before(1) == 2 && after(1) == 2); /* pointers taken meanwhile continue with the function */
    return 0;
}
