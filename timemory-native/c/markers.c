/*
 * Functions called by the macros of timemory/timemory.h. A timer or marker is the number of a record, plus one, so that NULL means none.
 */
#include <pthread.h>
#include <stdarg.h>

#include "disabled.h"
#include "kotlin.h"
#include "names.h"
#include "process.h"
#include "timemory/compat/library.h"

static void* handle_of(uint64_t id) { return id == UINT64_MAX ? NULL : (void*)(uintptr_t)(id + 1); }

/* Not by timemory_end_record: the program's own record functions may use markers. */
static void end(void* handle) {
    if (handle == NULL) return;
    TM_BRIEFLY_INSIDE();
    tm_end((int64_t)((uint64_t)(uintptr_t)handle - 1));
}

void cxx_timemory_init(int argc, char** argv, timemory_settings settings) {
    TM_INSIDE();
    const int numbers[] = {settings.enabled,     settings.auto_output, settings.file_output, settings.text_output, settings.json_output,
                           settings.cout_output, settings.precision,   settings.width,       settings.scientific};
    tm_has_begun = true;
    tm_init_marked(argv == NULL ? 0 : argc, argv, numbers);
    tm_update_disabled();
}

void c_timemory_init(int argc, char** argv, timemory_settings settings) { cxx_timemory_init(argc, argv, settings); }

void c_timemory_finalize(void) { timemory_finalize_library(); }

int cxx_timemory_enabled(void) {
    TM_INSIDE(0);
    return tm_is_enabled();
}

int c_timemory_enabled(void) { return cxx_timemory_enabled(); }

void* cxx_timemory_create_auto_timer(const char* name) {
    if (name == NULL || tm_is_disabled()) return NULL;
    TM_INSIDE(NULL);
    return handle_of((uint64_t)tm_begin_auto_timer(tm_number_of(name), name));
}

void* c_timemory_create_auto_timer(const char* name) { return cxx_timemory_create_auto_timer(name); }

void* cxx_timemory_delete_auto_timer(void* timer) {
    end(timer);
    return NULL;
}

void c_timemory_delete_auto_timer(void* timer) { end(timer); }

void* cxx_timemory_create_auto_tuple(const char* name, int n, const int* components) {
    if (name == NULL || tm_is_disabled()) return NULL;
    TM_BRIEFLY_INSIDE(NULL);
    return handle_of((uint64_t)tm_begin_enum(tm_number_of(name), name, components == NULL ? 0 : n, components));
}

void* c_timemory_create_auto_tuple(const char* name, ...) {
    int components[TIMEMORY_COMPONENTS_END];
    int n = 0;
    va_list list;
    va_start(list, name);
    for (int number; n < TIMEMORY_COMPONENTS_END && (number = va_arg(list, int)) >= 0 && number < TIMEMORY_COMPONENTS_END;)
        components[n++] = number;
    va_end(list);
    return cxx_timemory_create_auto_tuple(name, n, components);
}

void* cxx_timemory_delete_auto_tuple(void* tuple) {
    end(tuple);
    return NULL;
}

void c_timemory_delete_auto_tuple(void* tuple) { end(tuple); }

/* The labels created last by the calling thread. */
enum { LABELS = 16, MAX_LABEL = 1024 };

static __thread char (*labels)[MAX_LABEL] __attribute__((tls_model("initial-exec")));
static __thread int next_label __attribute__((tls_model("initial-exec")));
static pthread_key_t forget;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_labels(void* unused) {
    (void)unused;
    free(labels);
    labels = NULL;
}

static void make_key(void) { pthread_key_create(&forget, free_labels); }

const char* cxx_timemory_label(int kind, int line, const char* function, const char* file, const char* text) {
    if (text == NULL) text = "";
    if (function == NULL) function = "";
    if (file == NULL) file = "";
    if (kind == 0) return text;
    if (kind == 1 && *text == '\0') return function;
    if (labels == NULL) {
        pthread_once(&once, make_key);
        if ((labels = malloc(LABELS * sizeof *labels)) == NULL) return function;
        pthread_setspecific(forget, labels);
    }
    char* label = labels[next_label];
    next_label = (next_label + 1) % LABELS;
    const char* between = *text == '\0' ? "" : "/";
    if (kind == 1) {
        snprintf(label, MAX_LABEL, "%s/%s", function, text);
    } else {
        const char* slash = strrchr(file, '/');
        snprintf(label, MAX_LABEL, "%s/%s:%d%s%s", function, slash == NULL ? file : slash + 1, line, between, text);
    }
    return label;
}

const char* c_timemory_blank_label(const char* text) { return text; }

const char* c_timemory_basic_label(const char* function, const char* text) { return cxx_timemory_label(1, 0, function, "", text); }

const char* c_timemory_label(const char* function, const char* file, int line, const char* text) {
    return cxx_timemory_label(2, line, function, file, text);
}
