/* Implementation of timemory/component.h. */
#define _GNU_SOURCE
#include "timemory/component.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"
#include "process.h"

/* A component as registered by the program. Lives until the process exits. */
struct definition {
    timemory_component as;
    struct definition* next;
    atomic_bool is_retired;
    char id[];
};
static struct definition* _Atomic definitions;

/* ---- Functions of components --------------------------------------------------------------------------------------------------------- */

/*
 * Whether the thread is in a function of a component: called by the library, but not from inside it again by timemory_instance_... `depth`
 * counts such functions, because composite components call those of their parts.
 */
struct component_call {
    bool is_running;
    int depth;
    char* failure; /* the argument of timemory_component_fail */
};
static __thread struct component_call call __attribute__((tls_model("initial-exec")));

/* Runs the following statement as a function of a component. */
#define AS_COMPONENT(statement)                                      \
    do {                                                             \
        struct component_call outer = call;                          \
        call = (struct component_call){true, outer.depth + 1, NULL}; \
        statement;                                                   \
        char* failure = call.failure;                                \
        call = outer;                                                \
        if (failure != NULL) return failure;                         \
    } while (0)

void timemory_component_fail(const char* reason) {
    if (!call.is_running || call.failure != NULL) return;
    call.failure = strdup(reason == NULL || *reason == '\0' ? "its function failed" : reason);
}

bool tm_is_component_running(void) { return call.is_running; }

/*
 * For src/CustomFunctions.kt, which calls these by their addresses: each returns the reason if the function failed, to be freed, or NULL. A
 * table in the order of the constants there.
 */
static char* set_prefix(const struct definition* component, void* memory, void* label) {
    if (atomic_load_explicit(&component->is_retired, memory_order_relaxed)) return strdup("it was retired");
    if (component->as.set_prefix != NULL) AS_COMPONENT(component->as.set_prefix(memory, label));
    return NULL;
}

static char* begin(const struct definition* component, void* memory, void* unused) {
    (void)unused;
    if (atomic_load_explicit(&component->is_retired, memory_order_relaxed)) return strdup("it was retired");
    AS_COMPONENT(component->as.start(memory));
    return NULL;
}

static char* begin_stream(const struct definition* component, void* memory, void* stream) {
    if (atomic_load_explicit(&component->is_retired, memory_order_relaxed)) return strdup("it was retired");
    AS_COMPONENT(component->as.start_stream(memory, stream));
    return NULL;
}

static char* end(const struct definition* component, void* memory, void* value) {
    if (atomic_load_explicit(&component->is_retired, memory_order_relaxed)) return strdup("it was retired");
    AS_COMPONENT(component->as.stop(memory));
    if (component->as.value != NULL) AS_COMPONENT(*(double*)value = component->as.value(memory));
    if (component->as.integer != NULL) AS_COMPONENT(*(int64_t*)value = component->as.integer(memory));
    if (component->as.values != NULL) AS_COMPONENT(component->as.values(memory, value));
    return NULL;
}

static char* merge(const struct definition* component, void* into, void* value) {
    AS_COMPONENT(component->as.merge(into, value));
    return NULL;
}

static char* numbers(const struct definition* component, void* value, void* into) {
    AS_COMPONENT(component->as.numbers(value, into));
    return NULL;
}

static char* destroy_memory(const struct definition* component, void* memory) {
    bool is_over = atomic_load(&component->is_retired) || (atomic_load(&tm_state_flags) & TM_ENDS);
    /* Not at process exit: resources used by the function may be destroyed by then. */
    if (component->as.destroy != NULL && !is_over) AS_COMPONENT(component->as.destroy(memory));
    return NULL;
}

static char* destroy(const struct definition* component, void* memory, void* label) {
    free(destroy_memory(component, memory));
    free(memory);
    free(label);
    return NULL;
}

static char* (*const FUNCTIONS[])(const struct definition*, void*, void*) = {begin, end, merge, numbers, destroy, set_prefix, begin_stream};

/* ---- Entering from the program and from functions of components ---------------------------------------------------------------------- */

enum { MAX_DEPTH = 16 };

/* Enters Kotlin, from the program or from a function of a component; the result is passed to leave(). */
enum entry { REFUSED, ENTERED, NESTED };

static enum entry enter(void) {
    if (!call.is_running) {
        if (!tm_enter_or_fail()) return REFUSED;
        tm_hold_cancelling();
        return ENTERED;
    }
    if (call.depth > MAX_DEPTH) {
        tm_fail(strdup("components are made of each other, more than 16 deep"));
        return REFUSED;
    }
    call.is_running = false;
    return NESTED;
}

static void leave(enum entry entry) {
    if (entry == NESTED) call.is_running = true;
    else tm_leave();
}

/* ---- Registering -------------------------------------------------------------------------------------------------------------------- */

/* Returns the reason if the functions of the component are inconsistent; NULL otherwise. */
static const char* problem_of(const timemory_component* component) {
    if (component == NULL || component->id == NULL || component->start == NULL || component->stop == NULL) {
        return "a component needs an id and the functions start and stop";
    }
    if ((component->value != NULL) + (component->integer != NULL) + (component->values != NULL) > 1) {
        return "only one of value, integer and values can read the value of a lap";
    }
    if (component->values == NULL && (component->elements != NULL || component->value_size != 0)) {
        return "elements and value_size describe what the function values writes, which is missing";
    }
    if (component->values != NULL && (component->elements == NULL || *component->elements == '\0'))
        return "values needs the names of its numbers in elements";
    if ((component->value_size != 0) != (component->merge != NULL) || (component->value_size != 0) != (component->numbers != NULL)) {
        return "a value of a custom type needs value_size, merge and numbers; without them it is an array of doubles";
    }
    return NULL;
}

/* Results are made from values at process exit, when their functions must still be loaded. */
static void keep_loaded(void* function) {
    Dl_info object;
    if (function == NULL || dladdr(function, &object) == 0 || object.dli_fname == NULL) return;
    void* handle = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    if (handle != NULL) dlclose(handle);
    else dlerror(); /* of the program itself, which is never unloaded */
}

static bool refuse(const char* why) {
    char* error = NULL;
    size_t size = strlen(why) + sizeof "timemory_register_component: ";
    if ((error = malloc(size)) != NULL) strcat(strcpy(error, "timemory_register_component: "), why);
    tm_fail(error);
    return false;
}

bool timemory_register_component(const timemory_component* component) {
    const char* problem = problem_of(component);
    if (problem != NULL) return refuse(problem);
    size_t length = strlen(component->id) + 1;
    struct definition* copy = calloc(1, sizeof *copy + length);
    if (copy == NULL) return refuse("no memory");
    copy->as = *component;
    memcpy(copy->id, component->id, length);
    enum entry entry = enter();
    if (entry == REFUSED) {
        free(copy);
        return false;
    }
    const char* texts[] = {
        component->id,
        component->description == NULL ? component->id : component->description,
        component->unit == NULL ? "" : component->unit,
        component->label == NULL ? component->id : component->label,
        component->elements == NULL ? "" : component->elements,
    };
    int kind = component->value != NULL     ? TM_FLOATING
               : component->integer != NULL ? TM_INTEGER
               : component->values != NULL  ? TM_VALUES
                                            : TM_MARKER;
    char* error = NULL;
    int has = (component->set_prefix != NULL ? TM_TAKES_LABEL : 0) | (component->start_stream != NULL ? TM_TAKES_STREAMS : 0);
    bool done = tm_register_component(texts, kind, (int64_t)component->size, (int64_t)component->value_size, has, copy, FUNCTIONS, &error);
    if (done) {
        copy->next = atomic_load(&definitions);
        while (!atomic_compare_exchange_weak(&definitions, &copy->next, copy)) {}
    } else {
        free(copy);
    }
    if (error != NULL) tm_fail(error);
    leave(entry);
    if (done) {
        keep_loaded((void*)component->start);
        keep_loaded((void*)component->stop);
        keep_loaded((void*)component->merge);
        keep_loaded((void*)component->numbers);
        keep_loaded((void*)component->destroy);
        keep_loaded((void*)component->start_stream);
    }
    return done;
}

void timemory_retire_component(const char* id) {
    for (struct definition* one = atomic_load(&definitions); id != NULL && one != NULL; one = one->next) {
        if (strcmp(one->id, id) == 0) atomic_store(&one->is_retired, true);
    }
}

/* ---- Instances ---------------------------------------------------------------------------------------------------------------------- */

static bool is_missing(const timemory_instance* instance, const char* function) {
    if (instance != NULL) return false;
    char* error = NULL;
    size_t size = strlen(function) + sizeof ": the instance is NULL";
    if ((error = malloc(size)) != NULL) strcat(strcpy(error, function), ": the instance is NULL");
    tm_fail(error);
    return true;
}

timemory_instance* timemory_instance_create(const char* component, const char* label) {
    enum entry entry = enter();
    if (entry == REFUSED) return NULL;
    if (entry == ENTERED) tm_begin_unasked(); /* with the settings that components use */
    char* error = NULL;
    void* instance = tm_instance(component == NULL ? "" : component, label == NULL ? "" : label, &error);
    if (error != NULL) tm_fail(error);
    leave(entry);
    return instance;
}

static bool step(timemory_instance* instance, bool is_start) {
    enum entry entry = enter();
    if (entry == REFUSED) return false;
    char* error = NULL;
    bool done = is_start ? tm_instance_start(instance, &error) : tm_instance_stop(instance, &error);
    if (error != NULL) tm_fail(error);
    leave(entry);
    return done;
}

bool timemory_instance_start(timemory_instance* instance) { return !is_missing(instance, __func__) && step(instance, true); }

bool timemory_instance_stop(timemory_instance* instance) { return !is_missing(instance, __func__) && step(instance, false); }

bool timemory_instance_get(timemory_instance* instance, int element, timemory_totals* totals) {
    if (is_missing(instance, __func__) || totals == NULL) return false;
    enum entry entry = enter();
    if (entry == REFUSED) return false;
    double all[7];
    bool done = tm_instance_get(instance, element, all);
    if (done) *totals = (timemory_totals){(uint64_t)all[0], all[1], all[2], all[3], all[4], all[5], all[6]};
    leave(entry);
    return done;
}

void timemory_instance_destroy(timemory_instance* instance) {
    if (instance == NULL) return;
    enum entry entry = enter();
    if (entry == REFUSED) return;
    tm_instance_destroy(instance);
    leave(entry);
}
