/* Functions that are there to find others of the same names, as libraries do that choose an implementation when they are first called. */
#include "check.h"
#include "driver.h"

extern int first(void), second(void);

static int (*first_before)(void);
static int plus_ten(void) { return first_before() + 10; }

int main(void) {
    hook replaced = replace("first", (void*)plus_ten, (void**)&first_before, 0), counting = count_calls("second", -1);
    check(slots(replaced) > 0 && slots(counting) > 0);
    for (int i = 0; i < 3; i++) check(first() == 1 + 2 + 10 && second() == 2);
    /* By the program, and by the function that the dispatching library found, which calls it in first as well as in second. */
    check(calls(counting) == 3 + 3 + 3);
    unhook(replaced);
    check(first() == 3 && second() == 2);
    return 0;
}
