/* A library that precedes the one with versions has its function without a version, like another malloc: its callers call this one. */
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
