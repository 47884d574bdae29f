/* Two versions of one function, each with its own caller. */
#include "check.h"
#include "driver.h"

extern int old_caller(void), new_caller(void);

int main(void) {
    hook both = go_around("versioned", 0, 0, "");
    check(slots(both) == 2 && old_caller() == 1 && new_caller() == 2 && began() == 2);
    unhook(both);
    check(old_caller() == 1 && new_caller() == 2 && began() == 2);
    hook old = count_calls("versioned@V_1", -1);
    check(slots(old) == 1 && old_caller() == 1 && new_caller() == 2 && calls(old) == 1);
    return 0;
}
