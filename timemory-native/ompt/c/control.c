/*
 * When events are measured: while the program wants it, or from the start where the user named this library, in LD_PRELOAD or in
 * OMP_TOOL_LIBRARIES, as then the program says nothing about it.
 */
#define _GNU_SOURCE
#include "timemory/tools/timemory-ompt.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "mode.h"
#include "say.h"

atomic_int tm_current_mode;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_registered;
static bool has_program_said; /* what is to be measured */
static bool is_over;
static uint64_t last_id;
static int holds; /* of regions with ompt_handle that are open */

/* Those that were started and not stopped. */
static struct started {
    struct started* next;
    uint64_t id;
} * running;

static void update(void) {
    bool is_on = is_registered || running != NULL || holds > 0;
    atomic_store(&tm_current_mode, is_over ? TM_OVER : is_on ? TM_ON : TM_OFF);
}

uint64_t timemory_start_ompt(void) {
    bool enabled = tm_is_enabled();
    uint64_t id = 0;
    pthread_mutex_lock(&lock);
    has_program_said = true;
    struct started* one = enabled ? malloc(sizeof *one) : NULL;
    if (one != NULL) {
        *one = (struct started){running, id = ++last_id};
        running = one;
    }
    update();
    pthread_mutex_unlock(&lock);
    return id;
}

uint64_t timemory_stop_ompt(uint64_t id) {
    pthread_mutex_lock(&lock);
    for (struct started** link = &running; *link != NULL; link = &(*link)->next) {
        struct started* one = *link;
        if (one->id != id) continue;
        *link = one->next;
        free(one);
        id = 0;
        break;
    }
    update();
    pthread_mutex_unlock(&lock);
    return id;
}

static void set_registered(bool registered) {
    bool enabled = registered && tm_is_enabled();
    pthread_mutex_lock(&lock);
    has_program_said = true;
    is_registered = enabled;
    update();
    pthread_mutex_unlock(&lock);
}

void timemory_register_ompt(void) { set_registered(true); }

void timemory_deregister_ompt(void) { set_registered(false); }

/* For the component ompt_handle, which asks the settings itself: libtimemory.so may not be called from within. */
extern void timemory_hold_ompt(void);
extern void timemory_release_ompt(void);

static void hold(int more) {
    pthread_mutex_lock(&lock);
    has_program_said = true;
    holds += more;
    update();
    pthread_mutex_unlock(&lock);
}

void timemory_hold_ompt(void) { hold(1); }

void timemory_release_ompt(void) { hold(-1); }

uint64_t timemory_start_ompt_(void) { return timemory_start_ompt(); }

uint64_t timemory_stop_ompt_(const uint64_t* id) { return timemory_stop_ompt(*id); }

void timemory_register_ompt_(void) { timemory_register_ompt(); }

void timemory_deregister_ompt_(void) { timemory_deregister_ompt(); }

/* ---- By the user's will -------------------------------------------------------------------------------------------------------------- */

static bool is_in(const char* variable) {
    const char* list = getenv(variable);
    Dl_info self;
    if (list == NULL || dladdr(&tm_current_mode, &self) == 0 || self.dli_fname == NULL) return false;
    const char* slash = strrchr(self.dli_fname, '/');
    return strstr(list, slash == NULL ? self.dli_fname : slash + 1) != NULL;
}

static bool is_named(void) { return is_in("LD_PRELOAD") || is_in("OMP_TOOL_LIBRARIES"); }

/* ---- Runtimes, and the end ----------------------------------------------------------------------------------------------------------- */

static bool has_runtime; /* that reports events, or did */
static bool is_final;    /* the process ends, or was forked from one that has such a runtime: it stays over */

static void set_over(bool over) {
    pthread_mutex_lock(&lock);
    is_over = over;
    update();
    pthread_mutex_unlock(&lock);
}

/* libtimemory.so makes the results next; when they are written, the runtime ends its threads. */
static void before_results(void) {
    is_final = true;
    set_over(true);
}

static void watch_end(void) { atexit(before_results); }

void tm_measuring_has_begun(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_end);
}

bool tm_runtime_begins(void) {
    if (is_final) return false;
    pthread_mutex_lock(&lock);
    has_runtime = true;
    bool is_left_to_user = !has_program_said;
    pthread_mutex_unlock(&lock);
    bool begins = is_left_to_user && is_named() && tm_is_enabled();
    pthread_mutex_lock(&lock);
    is_over = false;
    if (begins) is_registered = true;
    update();
    pthread_mutex_unlock(&lock);
    return begins || !is_left_to_user || !is_named();
}

void tm_runtime_ends(void) { set_over(true); }

/* The lock may be held by a thread that is not in the child. */
static void before_fork(void) { pthread_mutex_lock(&lock); }

static void after_fork(void) { pthread_mutex_unlock(&lock); }

/* libtimemory.so refuses whatever the child would measure. */
static void in_child(void) {
    is_final |= has_runtime;
    is_over |= is_final;
    update();
    pthread_mutex_unlock(&lock);
}

struct objects {
    bool has_gnu;
    bool has_other;
};

static bool begins_with(const char* text, const char* begin) { return strncmp(text, begin, strlen(begin)) == 0; }

static int note_object(struct dl_phdr_info* object, size_t size, void* data) {
    (void)size;
    struct objects* objects = data;
    const char* slash = object->dlpi_name == NULL ? NULL : strrchr(object->dlpi_name, '/');
    const char* name = slash == NULL ? "" : slash + 1;
    if (begins_with(name, "libgomp.so")) objects->has_gnu = true;
    if (begins_with(name, "libomp") || begins_with(name, "libiomp") || begins_with(name, "libnvomp")) objects->has_other = true;
    return 0;
}

static void look_for_mute_runtime(void) {
    static atomic_bool has_spoken;
    struct objects objects = {false, dlsym(RTLD_DEFAULT, "__kmpc_fork_call") != NULL};
    dl_iterate_phdr(note_object, &objects);
    if (!objects.has_gnu || objects.has_other || has_runtime || atomic_exchange(&has_spoken, true)) return;
    tm_say("this program uses GCC's OpenMP library (libgomp), which reports nothing to tools: OpenMP is not measured. "
           "Link it with LLVM's libomp instead, or preload that before this library (LD_PRELOAD=libomp.so.5:...)");
}

/*
 * A runtime or Python loads it for itself alone. Others are to find it as well: a runtime that looks for tools in the process, and
 * libtimemory.so for the component ompt_handle.
 */
static void become_visible(void) {
    Dl_info self;
    if (dladdr(&tm_current_mode, &self) != 0 && self.dli_fname != NULL) dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

__attribute__((constructor)) static void loaded(void) {
    become_visible();
    pthread_atfork(before_fork, after_fork, in_child);
    if (is_in("LD_PRELOAD")) look_for_mute_runtime();
}

/* Once more, as it may have been loaded later, such as with a module of Python. */
__attribute__((destructor)) static void unloaded(void) {
    if (!has_runtime && (is_in("LD_PRELOAD") || tm_mode() == TM_ON)) look_for_mute_runtime();
}
