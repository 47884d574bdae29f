/* A replacement is called for all callers, though a hook below it only applies to some of them. */
#include "callee.h"
#include "check.h"
#include "driver.h"

extern int some_call(int x), others_call(int x);

static int (*original)(int);
static int more(int x) { return original(x) + 1000; }

int main(void) {
    hook some = count_calls_of("twice", "libsome");
    hook replaced = replace("twice", (void*)more, (void**)&original, 5);
    check(some_call(1) == 1002 && others_call(1) == 1002 && slots(replaced) >= 2);
    switch_hook(replaced, false);
    uint64_t so_far = calls(some);
    check(some_call(1) == 2 && others_call(1) == 2 && calls(some) == so_far + 1);
    unhook(replaced);
    check(some_call(1) == 2 && others_call(1) == 2 && calls(some) == so_far + 2);
    return 0;
}
