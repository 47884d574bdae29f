/* Calls within calls, deeper than there is room for at first. */
#include "callee.h"
#include "check.h"
#include "driver.h"

enum { DEPTH = 5000 };

static void deeper(void* depth) {
    int* left = depth;
    if (--*left > 0) call_back(deeper, left);
}

int main(void) {
    int depth = DEPTH;
    check(slots(go_around("call_back", 0, 0, "")) > 0);
    call_back(deeper, &depth);
    check(began() == DEPTH && returned() == DEPTH && left() == 0);
    return 0;
}
