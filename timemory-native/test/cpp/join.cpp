// Labels put together as programs for timemory do.
#include <string>

#include "../c/check.h"
#include "timemory/timemory.hpp"

int main() {
    const int n = 43;
    check(TIMEMORY_JOIN("_", "fibonacci(", n, ")") == "fibonacci(_43_)", "joined by a text");
    check(TIMEMORY_JOIN('/', std::string("a"), 1.5) == "a/1.5", "joined by a character");
    check(TIMEMORY_JOIN("", "alone") == "alone", "nothing to join");
    TIMEMORY_COMPONENT component = TIMEMORY_CALIPER;
    check(component == CALIPER && CALIPER == CALIPER_MARKER, "the older name");
    return 0;
}
