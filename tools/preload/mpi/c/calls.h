/* What functions.c does around each call of a function of MPI. MPICH's C functions below its Fortran ones are calls within a call, too. */
#ifndef TM_CALLS_H
#define TM_CALLS_H

#include "call.h"
#include "data.h"
#include "functions.h"
#include "merge_ranks.h"

#pragma GCC visibility push(hidden)

/*
 * Fortran's functions of Open MPI do not call those of C that can be seen here. Those of MPICH do, but for some of mpi_f08: these are
 * measured here, and where they call C's that passes on.
 */
static inline __attribute__((always_inline)) void tm_begin_fortran(struct tm_call* call, int function, enum tm_language language) {
    call->is_outermost = call->counts = false;
    call->is_within = true;
    if (language == TM_FORTRAN_2008 || tm_facts()->interface == TM_OPEN_MPI) tm_begin(call, function);
}

/* Whether the data of the call are to be counted: where it failed, there are none. */
static inline bool tm_counts(const struct tm_call* call) { return call->counts && call->result == 0; }

/* Whether data are to go with a request: it may be started when more is measured than now. */
static inline bool tm_keeps(struct tm_call* call) {
    call->data = (struct tm_data){0};
    return !call->is_within && call->result == 0;
}

/* Other spellings of Fortran's compilers. */
#define TM_SPELLINGS(lower, upper, parameters)                    \
    void lower parameters __attribute__((alias(#lower "_")));     \
    void lower##__ parameters __attribute__((alias(#lower "_"))); \
    void upper parameters __attribute__((alias(#lower "_")));

/* Of MPI_Init: measured or not, the rank takes part when results are joined. */
static inline int tm_end_of_init(struct tm_call* call) {
    bool is_first = !call->is_within && call->result == 0;
    tm_end(call);
    if (is_first) tm_join_at_end();
    return call->result;
}

#pragma GCC visibility pop

#endif
