/*
 * A call of a function of MPI as a region: what functions.c does around each.
 *
 * Only what the program calls is measured, and not what is called within: functions of MPI by the library itself, such as those for
 * files, the program's own functions that MPI calls, and MPICH's C functions below its Fortran ones. So a thread notes the frame of its
 * outermost call, and whatever lies deeper on its stack passes on. A frame that was left by longjmp or an exception is known by the next
 * one's not being deeper.
 */
#ifndef TM_CALLS_H
#define TM_CALLS_H

#include <stdatomic.h>

#include "data.h"
#include "functions.h"
#include "joining.h"
#include "timemory/region.h"

#pragma GCC visibility push(hidden)

struct tm_call {
    bool is_outermost;
    bool is_within; /* another call of the same thread */
    bool counts; /* which data the call moves is wanted */
    int function;
    int result;
    timemory_region* region; /* NULL where the call is not measured */
    struct tm_data data;
    struct tm_status status;
};

/* Whether anything is measured (control.c). */
extern atomic_bool tm_is_active;

/* The frame of the outermost call of the thread; NULL outside. */
extern __thread const void* tm_outermost __attribute__((tls_model("initial-exec")));

extern void tm_open(struct tm_call* call, int function);
extern void tm_close(struct tm_call* call);

/* The calling thread left its outermost call without coming back here. */
extern void tm_abandon(void);

static inline __attribute__((always_inline)) void tm_begin(struct tm_call* call, int function) {
    call->is_outermost = call->is_within = call->counts = false;
    if (!atomic_load_explicit(&tm_is_active, memory_order_relaxed)) return;
    const void* frame = __builtin_frame_address(0);
    if (tm_outermost != NULL) {
        call->is_within = frame < tm_outermost;
        if (call->is_within) return;
        tm_abandon();
    }
    tm_outermost = frame;
    call->is_outermost = true;
    tm_open(call, function);
}

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
#define TM_SPELLINGS(lower, upper, parameters)                  \
    void lower parameters __attribute__((alias(#lower "_")));   \
    void lower##__ parameters __attribute__((alias(#lower "_"))); \
    void upper parameters __attribute__((alias(#lower "_")));

static inline int tm_end(struct tm_call* call) {
    if (call->is_outermost) {
        tm_close(call);
        tm_outermost = NULL;
    }
    return call->result;
}

/* Of MPI_Init: measured or not, the rank takes part when results are joined. */
static inline int tm_end_of_init(struct tm_call* call) {
    bool is_first = !call->is_within && call->result == 0;
    tm_end(call);
    if (is_first) tm_join_at_end();
    return call->result;
}

#pragma GCC visibility pop

#endif
