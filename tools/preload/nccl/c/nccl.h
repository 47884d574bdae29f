/*
 * NCCL, or a library with its interface, such as RCCL: the measured functions, by number, and their addresses in the process. Nothing about
 * it is known when this library is compiled or linked: communicators and streams are passed as pointers, and enumerations as ints.
 */
#ifndef TM_NCCL_H
#define TM_NCCL_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* The number of each function, whether it transfers data, and its name. */
#define TM_FUNCTIONS_OF_NCCL(each)                                                                                                 \
    each(true, ncclReduce) each(true, ncclBcast) each(true, ncclBroadcast) each(true, ncclAllReduce) each(true, ncclReduceScatter) \
        each(true, ncclAllGather) each(false, ncclCommCuDevice) each(false, ncclCommUserRank) each(false, ncclGroupStart)          \
            each(false, ncclGroupEnd) each(true, ncclSend) each(true, ncclRecv)

#define TM_NUMBER(has_data, name) TM_##name,
enum { TM_FUNCTIONS_OF_NCCL(TM_NUMBER) TM_FUNCTIONS };
#undef TM_NUMBER

extern void* tm_found[TM_FUNCTIONS];
extern void* tm_find(int function);

/* A missing one is replaced by a function that returns ncclInternalError, after a message on stderr. */
static inline void* tm_nccl(int function) {
    void* known = __atomic_load_n(&tm_found[function], __ATOMIC_RELAXED);
    return known != NULL ? known : tm_find(function);
}

#pragma GCC visibility pop

#endif
