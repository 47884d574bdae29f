/* Why a hook has no slots, or not all of them, as a sentence. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "hook_chain.h"
#include "object.h"
#include "symbol_lookup.h"

enum { MAX_OBJECTS = 512 };

struct objects {
    bool is_static;
    size_t count;
    char* path[MAX_OBJECTS];
};

static int note_object(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    struct objects* objects = data;
    struct tmgot_object object;
    tm_object_of(info, &object);
    if (*object.path != '\0') {
        char* path = objects->count < MAX_OBJECTS ? strdup(object.path) : NULL;
        if (path != NULL) objects->path[objects->count++] = path;
        return 0;
    }
    objects->is_static = true;
    for (int i = 0; i < object.header_count; i++) {
        if (object.headers[i].p_type == PT_INTERP) objects->is_static = false;
    }
    return 0;
}

/* Lists the first objects that define the function; empty if none does. */
static void list_definers(const struct objects* objects, const char* name, char* into, size_t size) {
    size_t length = 0;
    *into = '\0';
    for (size_t i = 0; i < objects->count && length + 4 < size; i++) {
        if (!tm_defines(objects->path[i], name)) continue;
        length += (size_t)snprintf(into + length, size - length, "%s%s", length == 0 ? "" : ", ", objects->path[i]);
    }
}

static int describe(char** why, const struct tm_hook* hook, const struct tm_slots* slots, bool is_static, const char* definers) {
    const char *name = hook->name, *at = hook->version == NULL ? "" : "@", *version = hook->version == NULL ? "" : hook->version;
    if (is_static) return asprintf(why, "the program is statically linked: its calls of %s do not use the GOT", name);
    if (slots->refused > 0 && slots->held > 0) {
        size_t all = slots->held + slots->refused;
        return asprintf(why, "%zu of the %zu slots of %s cannot be written: %s", slots->refused, all, name, strerror(slots->error));
    }
    if (slots->refused > 0) return asprintf(why, "the slots of %s cannot be written: %s", name, strerror(slots->error));
    if (slots->other > 0) {
        return asprintf(why, "objects call different functions named %s: choose one with %s@VERSION or by its caller", name, name);
    }
    if (slots->unmeant > 0) return asprintf(why, "objects call %s of another object than the given one. It is in %s", name, definers);
    if (slots->missing > 0) {
        return asprintf(why, "no object of this process has %s%s%s, or too many functions are hooked", name, at, version);
    }
    if (*definers == '\0') return asprintf(why, "no object of this process has or calls %s%s%s", name, at, version);
    return asprintf(
        why, "no object calls %s%s%s through the GOT. It is in %s; calls within that object, and by addresses taken before, do not use it",
        name, at, version, definers);
}

char* tm_got_why_none(const struct tm_hook* hook) {
    struct objects objects = {.count = 0};
    struct tm_slots slots = tm_got_slots(hook);
    char definers[2000];
    char* why = NULL;
    if (!TM_LEADS_CALLS) {
        int length = asprintf(&why, "calls of %s cannot be redirected on this processor: only x86-64 is supported", hook->name);
        return length < 0 ? NULL : why;
    }
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++; /* dlsym finds the functions, not the stubs that their calls are redirected to */
    timemory_for_each_object(note_object, &objects);
    list_definers(&objects, hook->name, definers, sizeof definers);
    int length = describe(&why, hook, &slots, objects.is_static, definers);
    for (size_t i = 0; i < objects.count; i++) free(objects.path[i]);
    thread->guard--;
    return length < 0 ? NULL : why;
}
