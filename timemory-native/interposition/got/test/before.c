/* A library that stands before the one with versions has its function without, as another malloc does: it is what its callers call. */
#include "check.h"
#include "driver.h"

extern int versioned(void);
static int (*original)(void);

static int replacement(void) { return 10 + original(); }

int main(void) {
    hook hooked = replace("versioned", (void*)replacement, (void**)&original, 0);
    check(slots(hooked) > 0 && versioned() == 13);
    unhook(hooked);
    check(versioned() == 3);
    return 0;
}
