/* Implementation of timemory/enum.h. */
#include "timemory/enum.h"

#include "error.h"
#include "kotlin.h"

bool timemory_set_component_number(const char* id, int number) {
    TM_INSIDE_OR_FAIL(false);
    char* error = NULL;
    bool done = tm_number_component(id == NULL ? "" : id, number, &error);
    if (error != NULL) tm_fail(error);
    return done;
}
