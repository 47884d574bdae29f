/*
 * Implementation of timemory/gotcha.h, using the rewriter in ../../got. Regions, and whether code may run in a call, depend on the library
 * or program that contains it, which has a gotcha_host.h: libtimemory.so (../../../c), and Kotlin/Native programs (cinterop/gotcha).
 *
 * A function of a gotcha is the data of a hook there. It is never freed, because threads may be inside it; neither is the label of its
 * regions, which the C region code identifies by address (fast_path.h). Its hook belongs to it until the gotcha is removed.
 */
#define _GNU_SOURCE
#include "gotcha.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "got.h"
#include "gotcha_host.h"
#include "signature.h"

struct function {
    struct function* next;
    timemory_gotcha* gotcha;
    char* name;
    struct tm_hook* hook;      /* NULL before the first start, and after removal; guarded by the mutex */
    struct tm_counted counted; /* when it was removed */
    struct tm_signature signature;
    enum { WRAPPED, REPLACED, COUNTED } way;
    void* replacement;
    void** original;
    int argument;
    bool is_permitted;
    struct tm_unseen unseen;
};

/* The callers whose calls are seen: two lists, NULL if none was given. Each combination exists once, and is never freed. */
struct callers {
    struct callers* next;
    char *permitted, *rejected;
};

struct timemory_gotcha {
    struct function* functions;
    intptr_t bundle; /* 0: no region */
    int priority;
    enum timemory_gotcha_scope scope;
    char *permitted_callers, *rejected_callers, *permitted, *rejected; /* lists; NULL if none was given */
    timemory_incoming incoming;
    timemory_outgoing outgoing;
    void* data;
    int starts;
    bool was_started, was_removed;
};

struct timemory_call {
    const struct function* function;
    struct tmgot_frame* frame;
};

/* Guards descriptions, starts and stops: no code that holds it calls foreign code or waits. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* How often the calling thread has started thread-scoped gotchas. */
struct start {
    struct start* next;
    timemory_gotcha* gotcha;
    int count;
};
static __thread struct start* starts __attribute__((tls_model("initial-exec")));

static bool failed(const char* format, ...) __attribute__((format(printf, 1, 2)));
static bool failed(const char* format, ...) {
    char* error = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&error, format, arguments) < 0) error = NULL;
    va_end(arguments);
    tm_fail(error);
    return false;
}

/* ---- Lists of patterns --------------------------------------------------------------------------------------------------------------- */

static bool matches_any(const char* list, const char* name) {
    char pattern[512];
    const char* base = strrchr(name, '/');
    while (*list != '\0') {
        size_t length = strcspn(list, ",");
        const char *begin = list, *end = list + length;
        while (begin < end && *begin == ' ') begin++;
        while (end > begin && end[-1] == ' ') end--;
        if (end > begin && (size_t)(end - begin) < sizeof pattern) {
            memcpy(pattern, begin, (size_t)(end - begin));
            pattern[end - begin] = '\0';
            bool is_path = strchr(pattern, '/') != NULL;
            if (fnmatch(pattern, is_path || base == NULL ? name : base + 1, 0) == 0) return true;
        }
        list += length + (list[length] == ',');
    }
    return false;
}

static bool is_chosen(const char* permitted, const char* rejected, const char* name) {
    return (permitted == NULL || matches_any(permitted, name)) && (rejected == NULL || !matches_any(rejected, name));
}

static bool takes(const char* object, const void* chosen) {
    const struct callers* callers = chosen;
    return is_chosen(callers->permitted, callers->rejected, object);
}

static bool is_same(const char* a, const char* b) { return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0; }

/*
 * The caller holds the mutex. Returns NULL without memory. Takes ownership of the lists of the gotcha, or uses another one's that are
 * equal.
 */
static const struct callers* callers_of(const timemory_gotcha* gotcha) {
    static struct callers* all;
    for (const struct callers* one = all; one != NULL; one = one->next) {
        if (is_same(one->permitted, gotcha->permitted_callers) && is_same(one->rejected, gotcha->rejected_callers)) return one;
    }
    struct callers* one = malloc(sizeof *one);
    if (one != NULL) *one = (struct callers){all, gotcha->permitted_callers, gotcha->rejected_callers};
    return one == NULL ? NULL : (all = one);
}

/* ---- Calls -------------------------------------------------------------------------------------------------------------------------- */

static bool is_started_here(const timemory_gotcha* gotcha) {
    for (const struct start* one = starts; one != NULL; one = one->next) {
        if (one->gotcha == gotcha) return one->count > 0;
    }
    return false;
}

/* For a gotcha with audits and without a region, on all threads. */
static void* before_audited(struct tmgot_frame* frame, void* data) {
    struct function* function = data;
    if (!tm_may_run(&function->unseen)) return NULL;
    if (function->gotcha->incoming != NULL) function->gotcha->incoming(&(timemory_call){function, frame}, function->gotcha->data);
    return function;
}

static void after_audited(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* data) {
    const struct function* function = call;
    const timemory_gotcha* gotcha = function->gotcha;
    (void)data;
    if (gotcha->outgoing == NULL) return;
    timemory_call ended = {function, frame};
    gotcha->outgoing(outcome == TM_RETURNED ? &ended : NULL, gotcha->data);
}

static void* before(struct tmgot_frame* frame, void* data) {
    struct function* function = data;
    const timemory_gotcha* gotcha = function->gotcha;
    if (gotcha->scope == TIMEMORY_GOTCHA_THREAD && !is_started_here(gotcha)) return NULL;
    if (!tm_may_run(&function->unseen)) return NULL;
    if (gotcha->bundle != 0 && !tm_begin_region(gotcha->bundle, function->name)) return NULL;
    if (gotcha->incoming != NULL) gotcha->incoming(&(timemory_call){function, frame}, gotcha->data);
    return function;
}

static void after(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* data) {
    const struct function* function = call;
    const timemory_gotcha* gotcha = function->gotcha;
    after_audited(frame, outcome, call, data);
    if (gotcha->bundle != 0) tm_end_region(gotcha->bundle, function->name);
}

const char* timemory_call_function(const timemory_call* call) { return call->function->name; }

static const struct tm_argument* argument_of(const timemory_call* call, int number) {
    const struct tm_signature* signature = &call->function->signature;
    return number < 0 || number >= signature->count ? NULL : &signature->argument[number];
}

static uint64_t bits_of(const timemory_call* call, const struct tm_argument* argument) {
    if (argument->place < 0) return call->frame->stack[-1 - argument->place];
    if (argument->kind == TM_INTEGER) return call->frame->integer[argument->place];
    uint64_t bits;
    memcpy(&bits, call->frame->vector[argument->place], sizeof bits);
    return bits;
}

static int64_t integer_of(uint64_t bits, const struct tm_argument* type) {
    unsigned above = 64u - type->bits;
    return type->is_signed ? (int64_t)(bits << above) >> above : (int64_t)(bits << above >> above);
}

static double floating_of(uint64_t bits, const struct tm_argument* type) {
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &bits, sizeof narrow);
    return type->kind == TM_FLOAT ? (double)narrow : wide;
}

int64_t timemory_call_integer(const timemory_call* call, int argument) {
    const struct tm_argument* type = argument_of(call, argument);
    return type == NULL || type->kind != TM_INTEGER ? 0 : integer_of(bits_of(call, type), type);
}

double timemory_call_floating(const timemory_call* call, int argument) {
    const struct tm_argument* type = argument_of(call, argument);
    return type == NULL || type->kind == TM_INTEGER ? 0 : floating_of(bits_of(call, type), type);
}

const void* timemory_call_pointer(const timemory_call* call, int argument) {
    const struct tm_argument* type = argument_of(call, argument);
    return type == NULL || type->kind != TM_INTEGER ? NULL : (const void*)(uintptr_t)bits_of(call, type);
}

int64_t timemory_call_integer_result(const timemory_call* call) {
    const struct tm_argument* type = &call->function->signature.result;
    return type->kind == TM_INTEGER ? integer_of(call->frame->result[0], type) : 0;
}

double timemory_call_floating_result(const timemory_call* call) {
    const struct tm_argument* type = &call->function->signature.result;
    uint64_t bits;
    memcpy(&bits, call->frame->floating[0], sizeof bits);
    return type->kind == TM_FLOAT || type->kind == TM_DOUBLE ? floating_of(bits, type) : 0;
}

/* ---- Functions of a gotcha ----------------------------------------------------------------------------------------------------------- */

timemory_gotcha* timemory_gotcha_create(const char* components, int priority) {
    intptr_t bundle = 0;
    if (components != NULL && *components != '\0' && (bundle = tm_bundle_of(components)) == 0) return NULL;
    return tm_gotcha_of(bundle, priority);
}

/* No other thread of the child will release it. */
static void forked(void) { pthread_mutex_init(&mutex, NULL); }

static pthread_key_t key;
static bool has_key;
static void end_of_thread(void* unused);

static void prepare(void) {
    pthread_atfork(NULL, NULL, forked);
    has_key = pthread_key_create(&key, end_of_thread) == 0;
}

timemory_gotcha* tm_gotcha_of(intptr_t bundle, int priority) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    timemory_gotcha* gotcha = calloc(1, sizeof *gotcha);
    if (gotcha == NULL) {
        failed("timemory_gotcha_create: no memory");
        return NULL;
    }
    gotcha->bundle = bundle;
    gotcha->priority = priority;
    return gotcha;
}

static bool may_be_described(const timemory_gotcha* gotcha, const char* what) {
    if (gotcha == NULL) return failed("%s: the gotcha is NULL", what);
    return gotcha->was_started ? failed("%s: the gotcha was already started", what) : true;
}

static struct function* new_function(timemory_gotcha* gotcha, const char* name, const char* what) {
    if (!may_be_described(gotcha, what)) return NULL;
    if (name == NULL || *name == '\0' || *name == '@') {
        failed("%s: the function has no name", what);
        return NULL;
    }
    struct function* function = calloc(1, sizeof *function);
    char* copy = strdup(name);
    if (function == NULL || copy == NULL) {
        free(function), free(copy);
        failed("%s: no memory", what);
        return NULL;
    }
    function->gotcha = gotcha;
    function->name = copy;
    function->argument = -1;
    function->is_permitted = is_chosen(gotcha->permitted, gotcha->rejected, copy);
    function->next = gotcha->functions;
    return function;
}

static struct function* unscoped_function(timemory_gotcha* gotcha, const char* name, const char* what) {
    if (gotcha != NULL && gotcha->scope == TIMEMORY_GOTCHA_THREAD) {
        failed("%s: this gotcha applies to single threads, replaced and counted functions to all: use a second gotcha", what);
        return NULL;
    }
    return new_function(gotcha, name, what);
}

/* They inspect their caller or return more than once, so they must not have a frame between them and their caller. */
static bool is_frameless(const char* name) {
    static const char* const NAMES[] = {"dlopen",    "dlmopen",     "dlsym", "dlvsym",  "setjmp", "_setjmp",
                                        "sigsetjmp", "__sigsetjmp", "vfork", "__vfork", "clone",  "getcontext"};
    size_t length = name == NULL ? 0 : strcspn(name, "@");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strlen(NAMES[i]) == length && strncmp(NAMES[i], name, length) == 0) return true;
    }
    return false;
}

bool timemory_gotcha_wrap(timemory_gotcha* gotcha, const char* name, const char* signature) {
    if (is_frameless(name)) {
        return failed("%s: %s inspects its caller, or returns more than once, and cannot be wrapped: count it instead", __func__, name);
    }
    struct function* function = new_function(gotcha, name, __func__);
    if (function == NULL) return false;
    char* error = tm_read_signature(signature, &function->signature);
    if (error != NULL) {
        tm_fail(error);
        free(function->name), free(function);
        return false;
    }
    function->way = WRAPPED;
    gotcha->functions = function;
    return true;
}

bool timemory_gotcha_replace(timemory_gotcha* gotcha, const char* name, void* replacement, void** original) {
    if (replacement == NULL) return failed("%s: the replacement must not be NULL", __func__);
    if (original == NULL) return failed("%s: the pointer to the original must not be NULL", __func__);
    struct function* function = unscoped_function(gotcha, name, __func__);
    if (function == NULL) return false;
    function->way = REPLACED;
    function->replacement = replacement;
    function->original = original;
    gotcha->functions = function;
    return true;
}

bool timemory_gotcha_count(timemory_gotcha* gotcha, const char* name, int argument) {
    if (argument >= 6) return failed("%s: argument %d is not among the six passed in registers", __func__, argument);
    struct function* function = unscoped_function(gotcha, name, __func__);
    if (function == NULL) return false;
    function->way = COUNTED;
    function->argument = argument;
    gotcha->functions = function;
    return true;
}

bool timemory_gotcha_audit(timemory_gotcha* gotcha, timemory_incoming incoming, timemory_outgoing outgoing, void* data) {
    if (!may_be_described(gotcha, __func__)) return false;
    gotcha->incoming = incoming;
    gotcha->outgoing = outgoing;
    gotcha->data = data;
    return true;
}

bool timemory_gotcha_set_scope(timemory_gotcha* gotcha, enum timemory_gotcha_scope scope) {
    if (!may_be_described(gotcha, __func__)) return false;
    for (const struct function* one = gotcha->functions; one != NULL && scope == TIMEMORY_GOTCHA_THREAD; one = one->next) {
        if (one->way == WRAPPED) continue;
        return failed("%s: %s is not wrapped: replaced and counted functions apply to all threads", __func__, one->name);
    }
    gotcha->scope = scope;
    return true;
}

static bool set_list(char** list, const char* text) {
    char* copy = text == NULL || *text == '\0' ? NULL : strdup(text);
    if (copy == NULL && text != NULL && *text != '\0') return failed("no memory");
    free(*list);
    *list = copy;
    return true;
}

bool timemory_gotcha_permit_callers(timemory_gotcha* gotcha, const char* objects) {
    return may_be_described(gotcha, __func__) && set_list(&gotcha->permitted_callers, objects);
}

bool timemory_gotcha_reject_callers(timemory_gotcha* gotcha, const char* objects) {
    return may_be_described(gotcha, __func__) && set_list(&gotcha->rejected_callers, objects);
}

/* The caller holds the mutex. */
static void switch_all(timemory_gotcha* gotcha) {
    for (struct function* one = gotcha->functions; one != NULL; one = one->next) {
        if (one->hook != NULL) tm_got_switch(one->hook, gotcha->starts > 0 && one->is_permitted);
    }
}

static bool choose(timemory_gotcha* gotcha, char** list, const char* functions, const char* what) {
    if (gotcha == NULL) return failed("%s: the gotcha is NULL", what);
    pthread_mutex_lock(&mutex);
    bool is_set = set_list(list, functions);
    for (struct function* one = gotcha->functions; one != NULL; one = one->next) {
        one->is_permitted = is_chosen(gotcha->permitted, gotcha->rejected, one->name);
    }
    switch_all(gotcha);
    pthread_mutex_unlock(&mutex);
    return is_set;
}

bool timemory_gotcha_permit(timemory_gotcha* gotcha, const char* functions) {
    return choose(gotcha, gotcha == NULL ? NULL : &gotcha->permitted, functions, __func__);
}

bool timemory_gotcha_reject(timemory_gotcha* gotcha, const char* functions) {
    return choose(gotcha, gotcha == NULL ? NULL : &gotcha->rejected, functions, __func__);
}

/* ---- Starts and stops ---------------------------------------------------------------------------------------------------------------- */

/* The caller holds the mutex. */
static bool make_hooks(timemory_gotcha* gotcha) {
    bool are_all = true, is_audited = gotcha->bundle == 0 && gotcha->scope == TIMEMORY_GOTCHA_ALL_THREADS;
    bool has_filter = gotcha->permitted_callers != NULL || gotcha->rejected_callers != NULL;
    const struct callers* callers = has_filter ? callers_of(gotcha) : NULL;
    if (has_filter && callers == NULL) return failed("timemory_gotcha_start: no memory");
    for (struct function* one = gotcha->functions; one != NULL; one = one->next) {
        if (one->hook != NULL) continue;
        bool is_wrapped = one->way == WRAPPED;
        one->hook = tm_got_hook(&(struct tm_hook_of){.function = one->name,
                                                     .priority = gotcha->priority,
                                                     .replacement = one->replacement,
                                                     .original = one->original,
                                                     .before = !is_wrapped  ? NULL
                                                               : is_audited ? before_audited
                                                                            : before,
                                                     .after = !is_wrapped  ? NULL
                                                              : is_audited ? after_audited
                                                                           : after,
                                                     .data = one,
                                                     .stack_bytes = one->signature.stack_bytes,
                                                     .has_no_vectors = is_wrapped && !one->signature.has_vectors,
                                                     .argument = one->argument,
                                                     .takes = has_filter ? takes : NULL,
                                                     .chosen = callers});
        if (one->hook != NULL) continue;
        are_all = failed("timemory_gotcha_start: %s: out of memory, or more than 64 gotchas for it, or 4096 functions in total", one->name);
    }
    return are_all;
}

/* Gotchas that a thread has started and not stopped are stopped when the thread ends: no other thread can. */
static void end_of_thread(void* unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    while (starts != NULL) {
        struct start* one = starts;
        starts = one->next;
        one->gotcha->starts -= one->count;
        switch_all(one->gotcha);
        free(one);
    }
    pthread_mutex_unlock(&mutex);
}

/* Returns false if there is nothing to stop, and without memory. */
static bool note_start(timemory_gotcha* gotcha, int change) {
    struct start** at = &starts;
    while (*at != NULL && (*at)->gotcha != gotcha) at = &(*at)->next;
    struct start* one = *at;
    if (one != NULL) {
        one->count += change;
        if (one->count == 0) {
            *at = one->next;
            free(one);
        }
        return true;
    }
    if (change < 0 || !has_key || pthread_setspecific(key, &starts) != 0 || (one = malloc(sizeof *one)) == NULL) return false;
    *one = (struct start){starts, gotcha, change};
    starts = one;
    return true;
}

/* A gotcha that another thread removes meanwhile has none, and its hooks may belong to another one: any answer is acceptable then. */
static bool have_slots(timemory_gotcha* gotcha) {
    struct tm_hook* without = NULL;
    pthread_mutex_lock(&mutex);
    for (const struct function* one = gotcha->functions; one != NULL && without == NULL; one = one->next) {
        if (one->hook == NULL || !one->is_permitted) continue;
        struct tm_slots slots = tm_got_slots(one->hook);
        if (slots.held == 0 || slots.refused > 0) without = one->hook;
    }
    pthread_mutex_unlock(&mutex);
    if (without != NULL) tm_fail(tm_got_why_none(without));
    return without == NULL;
}

bool timemory_gotcha_start(timemory_gotcha* gotcha) {
    if (!tm_may_act()) return false;
    if (gotcha == NULL) return failed("%s: the gotcha is NULL", __func__);
    if (gotcha->functions == NULL) return failed("%s: the gotcha has no function", __func__);
    if (gotcha->was_removed) return failed("%s: the gotcha was removed: create another", __func__);
    if (gotcha->scope == TIMEMORY_GOTCHA_THREAD && !note_start(gotcha, 1)) return failed("%s: no memory", __func__);
    bool are_made = true;
    pthread_mutex_lock(&mutex);
    bool is_first = !gotcha->was_started;
    gotcha->was_started = true;
    gotcha->starts++;
    if (is_first) are_made = make_hooks(gotcha);
    switch_all(gotcha);
    pthread_mutex_unlock(&mutex);
    if (is_first) tm_got_apply();
    else tm_got_apply_to_new();
    return are_made && have_slots(gotcha);
}

void timemory_gotcha_stop(timemory_gotcha* gotcha) {
    if (gotcha == NULL || !tm_may_act()) return;
    if (gotcha->scope == TIMEMORY_GOTCHA_THREAD && !note_start(gotcha, -1)) return;
    pthread_mutex_lock(&mutex);
    if (gotcha->starts > 0) gotcha->starts--;
    switch_all(gotcha);
    pthread_mutex_unlock(&mutex);
}

void timemory_gotcha_remove(timemory_gotcha* gotcha) {
    if (gotcha == NULL || !tm_may_act()) return;
    struct tm_hook* hooks[64];
    size_t count;
    do {
        count = 0;
        pthread_mutex_lock(&mutex);
        gotcha->was_started = gotcha->was_removed = true;
        for (struct function* one = gotcha->functions; one != NULL && count < sizeof hooks / sizeof *hooks; one = one->next) {
            if (one->hook == NULL) continue;
            one->counted = tm_got_counted(one->hook);
            tm_got_switch(one->hook, false);
            hooks[count++] = one->hook;
            one->hook = NULL;
        }
        pthread_mutex_unlock(&mutex);
        if (count > 0) tm_got_unhook(hooks, count);
    } while (count == sizeof hooks / sizeof *hooks);
}

size_t timemory_gotcha_slots(timemory_gotcha* gotcha, const char* function) {
    size_t count = 0;
    pthread_mutex_lock(&mutex);
    for (const struct function* one = gotcha == NULL ? NULL : gotcha->functions; one != NULL; one = one->next) {
        bool is_asked = function == NULL || strcmp(function, one->name) == 0;
        if (one->hook != NULL && is_asked) count += tm_got_slots(one->hook).held;
    }
    pthread_mutex_unlock(&mutex);
    return count;
}

bool timemory_gotcha_counted(timemory_gotcha* gotcha, const char* function, bool here, timemory_counted* counted) {
    if (gotcha == NULL || function == NULL || counted == NULL) return failed("%s: an argument is NULL", __func__);
    for (const struct function* one = gotcha->functions; one != NULL; one = one->next) {
        if (one->way != COUNTED || strcmp(one->name, function) != 0) continue;
        pthread_mutex_lock(&mutex);
        struct tm_counted found = one->counted;
        bool is_known = one->hook != NULL || !here || !gotcha->was_removed;
        if (one->hook != NULL) found = here ? tm_got_counted_here(one->hook) : tm_got_counted(one->hook);
        pthread_mutex_unlock(&mutex);
        if (!is_known) return failed("%s: the gotcha was removed: only the total of all threads is known for %s", __func__, function);
        *counted = (timemory_counted){found.calls, found.sum};
        return true;
    }
    return failed("%s: the gotcha does not count %s", __func__, function);
}

uint64_t tm_gotcha_unseen(const timemory_gotcha* gotcha, const char* function) {
    uint64_t calls = 0;
    for (const struct function* one = gotcha->functions; one != NULL; one = one->next) {
        if (strcmp(one->name, function) == 0) calls += atomic_load_explicit(&one->unseen.calls, memory_order_relaxed);
    }
    return calls;
}

void timemory_gotcha_pass_by(bool on) { tm_got_thread.guard += on ? 1 : -1; }

const char* timemory_symbol_of(const void* function) {
    const char* hooked = tm_got_name_of(function);
    Dl_info info;
    if (hooked != NULL) return hooked;
    return dladdr(function, &info) != 0 && info.dli_saddr == function ? info.dli_sname : NULL;
}
