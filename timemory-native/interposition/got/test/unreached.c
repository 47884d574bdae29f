/* Calls that cannot be intercepted are explained. */
#include <string.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

int main(void) {
    hook counting = count_calls("twice", -1);
    check(calls_twice(3) == 6); /* within the library: linked with -Bsymbolic */
    check(calls(counting) == 0);
    const char* why = why_none(counting);
    check(strstr(why, "no object calls twice through the GOT. It is in ") != NULL && strstr(why, "libwithin.so") != NULL);
    why = why_none(count_calls("never_heard_of", -1));
    check(strcmp(why, "no object of this process has or calls never_heard_of") == 0);
    return 0;
}
