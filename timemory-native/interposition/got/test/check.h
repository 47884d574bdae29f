#include <stdio.h>
#include <stdlib.h>

#define check(condition)                                                        \
    do {                                                                        \
        if (condition) break;                                                   \
        fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
        exit(1);                                                                \
    } while (0)
