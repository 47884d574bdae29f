/*
 * NCCL, or what has its interface, as RCCL: the functions that are measured, by their numbers, and where they are in the process. Nothing
 * of it is known when this library is compiled or linked: communicators and streams are passed on as pointers, and enumerations as ints.
 */
#ifndef TM_NCCL_H
#define TM_NCCL_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The number of each function, whether it moves data, and its name. */
#define TM_FUNCTIONS_OF_NCCL(each)                                                                                                 \
    each(true, ncclReduce) each(true, ncclBcast) each(true, ncclBroadcast) each(true, ncclAllReduce) each(true, ncclReduceScatter) \
        each(true, ncclAllGather) each(false, ncclCommCuDevice) each(false, ncclCommUserRank) each(false, ncclGroupStart)          \
            each(false, ncclGroupEnd) each(true, ncclSend) each(true, ncclRecv)

#define TM_NUMBER(has_data, name) TM_##name,
enum { TM_FUNCTIONS_OF_NCCL(TM_NUMBER) TM_FUNCTIONS };
#undef TM_NUMBER

extern void* tm_found[TM_FUNCTIONS];
extern void* tm_find(int function);

/* One that is not there is a function that returns ncclInternalError, after a line on the standard error stream. */
static inline void* tm_nccl(int function) {
    void* known = __atomic_load_n(&tm_found[function], __ATOMIC_RELAXED);
    return known != NULL ? known : tm_find(function);
}

#pragma GCC visibility pop

#endif
