/* For programs that test the library: the first thing that is not as it should be ends them. */
#include <stdio.h>
#include <stdlib.h>

static inline void check(int condition, const char* what) {
    if (condition) return;
    fprintf(stderr, "failed: %s\n", what);
    exit(1);
}
