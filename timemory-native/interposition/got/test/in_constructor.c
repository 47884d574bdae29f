#include "check.h"
#include "driver.h"

extern hook of_constructor(void);
extern int calls_earlier(int);

static hook made;

__attribute__((constructor)) static void begin(void) {
    check(calls_earlier(1) == 2); /* so that the library is one that this one needs */
    made = count_calls("twice", -1);
}

hook of_constructor(void) { return made; }
