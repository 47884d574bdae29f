/* What timemory/results.h documents. */
#include "timemory/results.h"

#include <stdio.h>

#include "dormant.h"
#include "error.h"
#include "kotlin.h"

char* timemory_table(const char* component) {
    if (!tm_enter_or_fail()) return NULL;
    char* error = NULL;
    char* table = tm_table(component == NULL ? "" : component, &error);
    if (error != NULL) tm_fail(error);
    return table;
}

bool timemory_report(const char* directory) {
    if (!tm_enter_or_fail()) return false;
    fflush(stdout); /* what the program printed before stands before the tables */
    char* error = NULL;
    bool done = tm_report(directory, &error);
    if (error != NULL) tm_fail(error);
    return done;
}

void timemory_clear(void) {
    if (!tm_enter_or_fail()) return;
    tm_clear();
    tm_look_whether_dormant();
}
