/* Implementation of timemory/papi.h. */
#include "timemory/papi.h"

#include "error.h"
#include "kotlin.h"

const char* timemory_papi_tuple(const char* id, const char* events, const char* clock) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    const char* made = tm_papi_tuple(id == NULL ? "" : id, events == NULL ? "" : events, clock == NULL ? "" : clock, &error);
    if (error != NULL) tm_fail(error);
    return made;
}
