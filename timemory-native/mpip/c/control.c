/*
 * When functions of MPI are measured: while the program wants it, or from the start where the library was preloaded, as then the program
 * says nothing about it.
 */
#define _GNU_SOURCE
#include "timemory/tools/timemory-mpip.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "choice.h"
#include "timemory/ranks.h"

atomic_bool tm_is_active;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_registered;
static uint64_t last_id;

/* Those that were started and not stopped. */
static struct started {
    struct started* next;
    uint64_t id;
} * running;

static void update(void) { atomic_store(&tm_is_active, is_registered || running != NULL); }

/* Not asked before something wants to be measured: with it, measuring begins. */
static bool is_enabled(void) {
    static int known = -1;
    if (known < 0) known = tm_is_set("ENABLE_MPIP");
    return known;
}

uint64_t timemory_start_mpip(void) {
    uint64_t id = 0;
    pthread_mutex_lock(&lock);
    struct started* one = is_enabled() ? malloc(sizeof *one) : NULL;
    if (one != NULL) {
        *one = (struct started){running, id = ++last_id};
        running = one;
    }
    update();
    pthread_mutex_unlock(&lock);
    return id;
}

uint64_t timemory_stop_mpip(uint64_t id) {
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
    pthread_mutex_lock(&lock);
    is_registered = registered && is_enabled();
    update();
    pthread_mutex_unlock(&lock);
}

void timemory_register_mpip(void) { set_registered(true); }

void timemory_deregister_mpip(void) { set_registered(false); }

uint64_t timemory_start_mpip_(void) { return timemory_start_mpip(); }

uint64_t timemory_stop_mpip_(const uint64_t* id) { return timemory_stop_mpip(*id); }

void timemory_register_mpip_(void) { timemory_register_mpip(); }

void timemory_deregister_mpip_(void) { timemory_deregister_mpip(); }

static void begin_preloaded(void) {
    const char* preloaded = getenv("LD_PRELOAD");
    Dl_info self;
    if (preloaded == NULL || dladdr(&tm_is_active, &self) == 0 || self.dli_fname == NULL) return;
    const char* slash = strrchr(self.dli_fname, '/');
    if (strstr(preloaded, slash == NULL ? self.dli_fname : slash + 1) == NULL) return;
    is_registered = true;
    atomic_store(&tm_is_active, true);
}

__attribute__((constructor)) static void loaded(void) { begin_preloaded(); }

/* ---- Functions of MPI that say something to tools ------------------------------------------------------------------------------------ */

static void pause_or_resume(int level) {
    if (!atomic_load(&tm_is_active)) return;
    if (level == 0) timemory_pause();
    if (level == 1) timemory_resume();
}

int MPI_Pcontrol(int level, ...) {
    pause_or_resume(level);
    int (*mpi)(int, ...) = (int (*)(int, ...))tm_look_up("PMPI_Pcontrol");
    return mpi == NULL ? 0 : mpi(level);
}

void mpi_pcontrol_(const int* level) {
    pause_or_resume(*level);
    void (*mpi)(const int*) = (void (*)(const int*))tm_look_up("pmpi_pcontrol_");
    if (mpi != NULL) mpi(level);
}

/* What this rank has is written, as nobody joins it with that of others any more. */
static void finish(void) {
    if (!timemory_library_is_initialized()) return;
    timemory_keep_results(false);
    timemory_finalize_library();
}

/* The other ranks are ended by the launcher with a signal, at which libtimemory.so writes what they have. */
int MPI_Abort(tm_handle comm, int code) {
    finish();
    int (*mpi)(tm_handle, int) = (int (*)(tm_handle, int))tm_look_up("PMPI_Abort");
    if (mpi == NULL) abort();
    return mpi(comm, code);
}

void mpi_abort_(const int* comm, const int* code, int* error) {
    finish();
    void (*mpi)(const int*, const int*, int*) = (void (*)(const int*, const int*, int*))tm_look_up("pmpi_abort_");
    if (mpi == NULL) abort();
    mpi(comm, code, error);
}

/* Other spellings of Fortran's compilers, and those of mpi_f08. */
#define SPELLED(name) __attribute__((alias(name)))
void mpi_pcontrol(const int* level) SPELLED("mpi_pcontrol_");
void mpi_pcontrol__(const int* level) SPELLED("mpi_pcontrol_");
void MPI_PCONTROL(const int* level) SPELLED("mpi_pcontrol_");
void mpi_pcontrol_f08_(const int* level) SPELLED("mpi_pcontrol_");
void mpi_abort(const int* comm, const int* code, int* error) SPELLED("mpi_abort_");
void mpi_abort__(const int* comm, const int* code, int* error) SPELLED("mpi_abort_");
void MPI_ABORT(const int* comm, const int* code, int* error) SPELLED("mpi_abort_");
