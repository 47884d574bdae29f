/* Implementation of timemory/results.h. */
#include "timemory/results.h"

#include <stdio.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"

char* timemory_table(const char* component) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    char* table = tm_table(component == NULL ? "" : component, &error);
    if (error != NULL) tm_fail(error);
    return table;
}

bool timemory_report(const char* directory) {
    TM_INSIDE_OR_FAIL(false);
    fflush(stdout); /* earlier output of the program precedes the tables */
    char* error = NULL;
    bool done = tm_report(directory, &error);
    if (error != NULL) tm_fail(error);
    return done;
}

void timemory_clear(void) {
    TM_INSIDE_OR_FAIL();
    tm_clear();
    tm_update_disabled();
}

void timemory_add_metadata(const char* name, const char* value) {
    if (name == NULL || value == NULL) return;
    TM_INSIDE();
    tm_add_metadata(name, value);
}
