#include "kotlin_gotcha.h"

#include <stdlib.h>

#include "gotcha_host.h"
#include "laps.h"

struct tm_kotlin tm_kotlin;

static __thread char* error;

void tm_fail(char* text) {
    free(error);
    error = text;
}

char* tm_take_error(void) {
    char* text = error;
    error = NULL;
    return text;
}

int64_t tm_memory_table(void) { return (int64_t)(intptr_t)tm_memory_functions; }
