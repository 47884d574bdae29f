/*
 * Events are measured while the program requests it, or from the start if the user named this library in LD_PRELOAD or OMP_TOOL_LIBRARIES,
 * because then the program does not call it.
 */
#define _GNU_SOURCE
#include "timemory/tools/timemory-ompt.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "mode.h"
#include "log.h"

atomic_bool tm_is_over;

uint64_t timemory_start_ompt(void) { return tm_start(); }

uint64_t timemory_stop_ompt(uint64_t id) { return tm_stop(id); }

void timemory_register_ompt(void) { tm_set_registered(true); }

void timemory_deregister_ompt(void) { tm_set_registered(false); }

uint64_t timemory_start_ompt_(void) { return timemory_start_ompt(); }

uint64_t timemory_stop_ompt_(const uint64_t* id) { return timemory_stop_ompt(*id); }

void timemory_register_ompt_(void) { timemory_register_ompt(); }

void timemory_deregister_ompt_(void) { timemory_deregister_ompt(); }

void timemory_ompt_library_ctor(void) {}

void timemory_ompt_library_ctor_(void) {}

/* For the component ompt_handle. */
extern void timemory_hold_ompt(void);
extern void timemory_release_ompt(void);

void timemory_hold_ompt(void) { tm_hold(1); }

void timemory_release_ompt(void) { tm_hold(-1); }

/* ---- Runtimes, and the end ----------------------------------------------------------------------------------------------------------- */

static atomic_bool has_runtime; /* that reports events, or did */
static atomic_bool is_final;    /* the process is ending, or was forked from one with such a runtime: it stays disabled */

/* libtimemory.so makes the results next; when they are written, the runtime ends its threads. */
static void before_results(void) { tm_is_over = is_final = true; }

static void watch_end(void) { atexit(before_results); }

void tm_measuring_has_begun(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_end);
}

bool tm_runtime_begins(void) {
    if (is_final) return false;
    has_runtime = true;
    bool is_for_user = !tm_is_chosen() && (tm_is_named_in("LD_PRELOAD") || tm_is_named_in("OMP_TOOL_LIBRARIES"));
    if (is_for_user && !tm_is_enabled()) return false;
    if (is_for_user) tm_set_registered(true);
    tm_is_over = false;
    if (is_final) tm_is_over = true; /* meanwhile */
    return true;
}

void tm_runtime_ends(void) { tm_is_over = true; }

/* libtimemory.so rejects everything that the child would measure. */
static void in_child(void) {
    if (has_runtime) is_final = true;
    if (is_final) tm_is_over = true;
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
    if (tm_is_known_disabled()) return;
    struct objects objects = {false, dlsym(RTLD_DEFAULT, "__kmpc_fork_call") != NULL};
    timemory_for_each_object(note_object, &objects);
    if (!objects.has_gnu || objects.has_other || has_runtime || atomic_exchange(&has_spoken, true)) return;
    tm_log("this program uses GCC's OpenMP library (libgomp), which reports nothing to tools: OpenMP is not measured. "
           "Link it with LLVM's libomp instead, or preload that before this library (LD_PRELOAD=libomp.so.5:...)");
}

/*
 * A runtime or Python loads it with local visibility. Others must find it as well: a runtime that looks for tools in the process, and
 * libtimemory.so for the component ompt_handle.
 */
static void become_visible(void) {
    Dl_info self;
    if (dladdr(&tm_is_over, &self) != 0 && self.dli_fname != NULL) dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

__attribute__((constructor)) static void loaded(void) {
    become_visible();
    pthread_atfork(NULL, NULL, in_child);
    if (tm_is_named_in("LD_PRELOAD")) look_for_mute_runtime();
}

/* Again, because it may have been loaded later, for example with a Python module. */
__attribute__((destructor)) static void unloaded(void) {
    if (!has_runtime && (tm_is_named_in("LD_PRELOAD") || tm_is_chosen())) look_for_mute_runtime();
}
