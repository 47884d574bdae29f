/*
 * The code of functions.c around each call of an MPI function. MPICH's C functions called by its Fortran functions are also calls within a
 * call.
 */
#ifndef TM_CALLS_H
#define TM_CALLS_H

#include "call.h"
#include "data.h"
#include "functions.h"
#include "merge_ranks.h"

#pragma GCC visibility push(hidden)

/*
 * Open MPI's Fortran functions do not call C functions that are visible here. MPICH's do, except for some of mpi_f08: these are measured
 * here, and C functions that they call pass through.
 */
static inline __attribute__((always_inline)) void tm_begin_fortran(struct tm_call* call, int function, enum tm_language language) {
    call->is_outermost = call->counts = false;
    call->is_within = true;
    if (language == TM_FORTRAN_2008 || tm_facts()->interface == TM_OPEN_MPI) tm_begin(call, function);
}

/* Whether the data of the call are to be counted: not if it failed. */
static inline bool tm_counts(const struct tm_call* call) { return call->counts && call->result == 0; }

/* Whether data are to be stored with a request: it may be started when more is measured than now. */
static inline bool tm_keeps(struct tm_call* call) {
    call->data = (struct tm_data){0};
    return !call->is_within && call->result == 0;
}

/* Other spellings used by Fortran compilers. */
#define TM_SPELLINGS(lower, upper, parameters)                    \
    void lower parameters __attribute__((alias(#lower "_")));     \
    void lower##__ parameters __attribute__((alias(#lower "_"))); \
    void upper parameters __attribute__((alias(#lower "_")));

/* For MPI_Init: the rank takes part in merging results whether it is measured or not. */
static inline int tm_end_of_init(struct tm_call* call) {
    bool is_first = !call->is_within && call->result == 0;
    tm_end(call);
    if (is_first) tm_join_at_end();
    return call->result;
}

#pragma GCC visibility pop

#endif
