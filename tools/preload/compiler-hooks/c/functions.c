#include "functions.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "addresses.h"
#include "function_filter.h"
#include "labels.h"
#include "symbol_names.h"
#include "objects.h"

_Atomic(uint32_t) tm_generation = 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tm_addresses functions;

const char* tm_label_of(const void* function) {
    pthread_mutex_lock(&lock);
    const char* label = NULL;
    bool is_new;
    struct tm_known* known = tm_known_at(&functions, function, &is_new);
    if (known != NULL) {
        if (is_new) {
            char* name = tmfn_name_of(function);
            known->label = name != NULL && tm_why_not(name) == NULL ? tm_kept_label(name) : NULL;
            free(name);
        }
        label = known->label;
    }
    pthread_mutex_unlock(&lock);
    return label;
}

void tm_object_unloaded(void) {
    pthread_mutex_lock(&lock);
    tm_forget_addresses(&functions);
    tm_forget_objects();
    tm_generation++;
    pthread_mutex_unlock(&lock);
}
