/*
 * MPI functions are measured while the program requests it, or from the start if the library was preloaded, because then the program does
 * not call it.
 */
#include "timemory/tools/timemory-mpip.h"

#include <stdlib.h>

#include "active.h"
#include "calls.h"
#include "measured.h"
#include "timemory/ranks.h"
#include "tool.h"

const struct tm_tool tm_tool = {.name = "timemory-mpip", .enabled_by = "ENABLE_MPIP"};

const struct tm_measured tm_measured = {
    .of = "MPI",
    .settings = "MPIP",
    .data = "mpi_comm_data",
    .count = TM_FUNCTIONS,
    .names = tm_names,
    .have_data = tm_has_data,
};

uint64_t timemory_start_mpip(void) { return tm_start(); }

uint64_t timemory_stop_mpip(uint64_t id) { return tm_stop(id); }

void timemory_register_mpip(void) { tm_set_registered(true); }

void timemory_deregister_mpip(void) { tm_set_registered(false); }

uint64_t timemory_start_mpip_(void) { return timemory_start_mpip(); }

uint64_t timemory_stop_mpip_(const uint64_t* id) { return timemory_stop_mpip(*id); }

void timemory_register_mpip_(void) { timemory_register_mpip(); }

void timemory_deregister_mpip_(void) { timemory_deregister_mpip(); }

void timemory_mpip_library_ctor(void) {}

void timemory_mpip_library_ctor_(void) {}

/* For the component mpip_handle. */
extern void timemory_hold_mpip(int change);
void timemory_hold_mpip(int change) { tm_hold(change); }

__attribute__((constructor)) static void loaded(void) { tm_register_if_preloaded(); }

/* ---- MPI functions that control tools ------------------------------------------------------------------------------------------------ */

static void pause_or_resume(int level) {
    if (!atomic_load(&tm_is_active)) return;
    if (level == 0) timemory_pause();
    if (level == 1) timemory_resume();
}

int MPI_Pcontrol(int level, ...) {
    pause_or_resume(level);
    int (*mpi)(int, ...) = (int (*)(int, ...))tm_next("PMPI_Pcontrol");
    return mpi == NULL ? 0 : mpi(level);
}

void mpi_pcontrol_(const int* level) {
    pause_or_resume(*level);
    void (*mpi)(const int*) = (void (*)(const int*))tm_next("pmpi_pcontrol_");
    if (mpi != NULL) mpi(level);
}

/* Writes the results of this rank, which are no longer merged with those of others, including those of earlier sessions. */
static void finish(void) {
    timemory_keep_results(false);
    if (timemory_library_is_initialized()) timemory_finalize_library();
}

/* The launcher terminates the other ranks with a signal, at which libtimemory.so writes their results. */
int MPI_Abort(tm_handle comm, int code) {
    finish();
    int (*mpi)(tm_handle, int) = (int (*)(tm_handle, int))tm_next("PMPI_Abort");
    if (mpi == NULL) abort();
    return mpi(comm, code);
}

void mpi_abort_(const int* comm, const int* code, int* error) {
    finish();
    void (*mpi)(const int*, const int*, int*) = (void (*)(const int*, const int*, int*))tm_next("pmpi_abort_");
    if (mpi == NULL) abort();
    mpi(comm, code, error);
}

/* Other spellings used by Fortran compilers, and those of mpi_f08. */
#define SPELLED(name) __attribute__((alias(name)))
void mpi_pcontrol(const int* level) SPELLED("mpi_pcontrol_");
void mpi_pcontrol__(const int* level) SPELLED("mpi_pcontrol_");
void MPI_PCONTROL(const int* level) SPELLED("mpi_pcontrol_");
void mpi_pcontrol_f08_(const int* level) SPELLED("mpi_pcontrol_");
void mpi_abort(const int* comm, const int* code, int* error) SPELLED("mpi_abort_");
void mpi_abort__(const int* comm, const int* code, int* error) SPELLED("mpi_abort_");
void MPI_ABORT(const int* comm, const int* code, int* error) SPELLED("mpi_abort_");
