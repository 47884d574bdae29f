#define _GNU_SOURCE
#include "user_functions.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "function_filter.h"
#include "log.h"
#include "timemory/bundle.h"
#include "timemory/library.h"
#include "variables.h"

typedef void user_function(const char* function);

static user_function *entry, *leave;

static const char* set(const char* variable) {
    const char* value = tm_variable(variable);
    return value == NULL || *value == '\0' ? NULL : value;
}

static user_function* find(void* library, const char* path, const char* variable) {
    const char* name = set(variable);
    if (name == NULL) return NULL;
    user_function* found;
    *(void**)&found = dlsym(library == NULL ? RTLD_DEFAULT : library, name);
    if (found == NULL && path != NULL) tm_log("%s: '%.200s' has no function '%.200s'; none is called", variable, path, name);
    else if (found == NULL)
        tm_log("%s: neither the program nor a library in it exports '%.200s'; none is called. Name its library in " TM_INSTRUMENT "LOAD",
               variable, name);
    return found;
}

static void read_mode(void) {
    const char* mode = set(TM_INSTRUMENT "MODE");
    bool is_region = mode != NULL && strcmp(mode, "region") == 0;
    if (mode != NULL && !is_region && strcmp(mode, "trace") != 0)
        tm_log(TM_INSTRUMENT "MODE is '%.100s', but must be trace or region; trace is used", mode);
    timemory_trace_follow_components(is_region);
}

void tm_read_user_functions(void) {
    read_mode();
    const char* path = set(TM_INSTRUMENT "LOAD");
    void* library = path == NULL ? NULL : dlopen(path, RTLD_NOW);
    if (path != NULL && library == NULL) {
        tm_log(TM_INSTRUMENT "LOAD: %s; no function of it is called", dlerror());
        entry = leave = NULL;
        return;
    }
    entry = find(library, path, TM_INSTRUMENT "ENTRY");
    leave = find(library, path, TM_INSTRUMENT "EXIT");
}

static void call(user_function* function, const char* label) {
    int before = errno;
    function(label);
    errno = before;
}

void tm_begin_region_of(const char* label) {
    if (__builtin_expect(entry != NULL, 0)) call(entry, label);
    timemory_push_trace(label);
}

void tm_end_region_of(const char* label) {
    timemory_pop_trace(label);
    if (__builtin_expect(leave != NULL, 0)) call(leave, label);
}
