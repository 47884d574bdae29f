/* What timemory/component.h documents. */
#include "timemory/component.h"

#include <string.h>

#include "error.h"
#include "kotlin.h"
#include "process.h"

bool timemory_register_component(const timemory_component* component) {
    TM_INSIDE_OR_FAIL(false);
    if (component == NULL || component->id == NULL || component->start == NULL || component->stop == NULL || component->value == NULL) {
        tm_fail(strdup("timemory_register_component: a component needs an id and the functions start, stop and value"));
        return false;
    }
    char* error = NULL;
    bool done = tm_register_component(component->id, component->description == NULL ? component->id : component->description,
                                      component->unit == NULL ? "" : component->unit, (int64_t)component->size, (void*)component->start,
                                      (void*)component->stop, (void*)component->value, &error);
    if (error != NULL) tm_fail(error);
    return done;
}
