/* Calls by constructors are seen once the hook exists, and in libraries loaded later from the time they are loaded. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "check.h"
#include "driver.h"

extern hook of_constructor(void);                     /* of a library whose constructor created it */
extern int calls_earlier(int), calls_afterwards(int); /* of libraries whose constructors ran before that, and afterwards */

int main(int count, char** path) {
    hook counting = of_constructor();
    check(count == 2);
    check(calls(counting) == 1); /* by the constructor of the second one */
    check(calls_earlier(2) == 4 && calls_afterwards(2) == 4 && calls(counting) == 3);
    void* library = dlopen(path[1], RTLD_NOW);
    check(library != NULL);
    uint64_t before = calls(counting);
    check(before == 3); /* not by the constructor of this one */
    check(((int (*)(int))dlsym(library, "calls_later"))(3) == 6 && calls(counting) == 4);
    return 0;
}
