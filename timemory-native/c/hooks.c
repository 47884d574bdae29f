#define _GNU_SOURCE
#include "hooks.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>

#include "disabled.h"
#include "kotlin.h"
#include "names.h"
#include "process.h"
#include "timemory/compat/library.h"

timemory_create_func_t timemory_create_function = NULL;
timemory_delete_func_t timemory_delete_function = NULL;

uint64_t timemory_get_unique_id(void) {
    static atomic_uint_fast64_t last;
    return atomic_fetch_add(&last, 1);
}

void timemory_create_record(const char* name, uint64_t* id, int n, int* components) {
    if (timemory_create_function != NULL) return timemory_create_function(name, id, n, components);
    if (id == NULL) return;
    *id = UINT64_MAX;
    if (name == NULL) return;
    TM_BRIEFLY_INSIDE();
    *id = (uint64_t)tm_begin_enum(tm_number_of(name), name, components == NULL ? 0 : n, components);
}

void timemory_delete_record(uint64_t id) {
    if (timemory_delete_function != NULL) return timemory_delete_function(id);
    if (id == UINT64_MAX) return;
    TM_BRIEFLY_INSIDE();
    tm_end((int64_t)id);
}

/* The two functions above, even if the program defines others with their names. */
extern __typeof__(timemory_create_record) own_create __attribute__((alias("timemory_create_record"), visibility("hidden")));
extern __typeof__(timemory_delete_record) own_delete __attribute__((alias("timemory_delete_record"), visibility("hidden")));

static bool are_replaced;

/* Whether the function is that of a library which defines all functions of this one, as ../../tools/preload/stubs does. */
static bool is_of(const char* library, const void* function) {
    Dl_info found;
    if (dladdr(function, &found) == 0 || found.dli_fname == NULL) return false;
    const char* slash = strrchr(found.dli_fname, '/');
    return strcmp(slash == NULL ? found.dli_fname : slash + 1, library) == 0;
}

__attribute__((constructor)) static void look_for_others(void) {
    if (timemory_create_record == own_create && timemory_delete_record == own_delete) return;
    /* libtimemory-jump.so calls this library and replaces nothing; libtimemory-stubs.so does nothing and must not precede it. */
    if (is_of("libtimemory-jump.so", (void*)timemory_create_record)) return;
    are_replaced = true;
    if (!is_of("libtimemory-stubs.so", (void*)timemory_create_record)) return;
    fputs("timemory: libtimemory-stubs.so precedes libtimemory.so, so nothing is measured: preload libtimemory.so itself, "
          "before other libraries of timemory\n",
          stderr);
}

bool tm_has_hooks(void) { return are_replaced || timemory_create_function != NULL || timemory_delete_function != NULL; }

static int in_force(int* components) {
    TM_INSIDE(0);
    return tm_components(components, TIMEMORY_COMPONENTS_END);
}

static int named(const char* text, int* components) {
    TM_INSIDE(0);
    return tm_components_in(text, components, TIMEMORY_COMPONENTS_END);
}

uint64_t tm_hooked_begin(const char* name, const char* text) {
    int components[TIMEMORY_COMPONENTS_END];
    uint64_t id = UINT64_MAX;
    int n = text == NULL ? in_force(components) : named(text, components);
    timemory_create_record(name, &id, n, components);
    return id;
}

/* The regions pushed by the calling thread, innermost first. */
struct pushed {
    struct pushed* outer;
    uint64_t id;
    char name[];
};

static __thread struct pushed* innermost __attribute__((tls_model("initial-exec")));

void tm_hooked_push(const char* name) {
    size_t size = strlen(name) + 1;
    struct pushed* region = malloc(sizeof *region + size);
    tm_depth.recorded++; /* even without memory: the pop, which is handled like that of a region without hooks, is counted too */
    if (region == NULL) return;
    memcpy(region->name, name, size);
    region->id = tm_hooked_begin(name, NULL);
    region->outer = innermost;
    innermost = region;
}

bool tm_hooked_pop(const char* name) {
    for (struct pushed** link = &innermost; *link != NULL; link = &(*link)->outer) {
        struct pushed* region = *link;
        if (strcmp(region->name, name) != 0) continue;
        *link = region->outer;
        timemory_end_record(region->id);
        free(region);
        if (tm_depth.recorded > 0) tm_depth.recorded--;
        return true;
    }
    return false;
}
