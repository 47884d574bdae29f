/* Preloaded: the program's main is another one, which calls it. It is started by a C library function that has a slot for it. */
#include <string.h>

#include "check.h"
#include "driver.h"

typedef int (*main_function)(int, char**, char**);
typedef int (*start_function)(main_function, int, char**, void (*)(void), void (*)(void), void (*)(void), void*);

static start_function start_before;
static main_function main_before;

static int another_main(int count, char** arguments, char** environment) {
    printf("before main\n");
    int status = main_before(count, arguments, environment);
    printf("after main: %d\n", status);
    return status - 7;
}

static int start(main_function main, int count, char** arguments, void (*init)(void), void (*fini)(void), void (*fini_of_ld)(void),
                 void* stack) {
    main_before = main;
    return start_before(another_main, count, arguments, init, fini, fini_of_ld, stack);
}

__attribute__((constructor)) static void begin(void) {
    check(slots(replace("__libc_start_main", (void*)start, (void**)&start_before, 0)) > 0);
}
