/* As much of the standard binary interface of MPI 5 as abi_program.c needs. */
#ifndef ABI_H
#define ABI_H

#include <stdint.h>

typedef struct MPI_ABI_Comm* MPI_Comm;
typedef struct MPI_ABI_Datatype* MPI_Datatype;
typedef struct MPI_ABI_Op* MPI_Op;
typedef struct MPI_ABI_Request* MPI_Request;
typedef int64_t MPI_Count;

typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
    int internal[5];
} MPI_Status;

#define MPI_COMM_WORLD ((MPI_Comm)0x101)
#define MPI_COMM_SELF ((MPI_Comm)0x102)
#define MPI_BYTE ((MPI_Datatype)0x247)
#define MPI_INT ((MPI_Datatype)0x209)
#define MPI_DOUBLE ((MPI_Datatype)0x214)
#define MPI_SUM ((MPI_Op)0x21)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_IN_PLACE ((void*)1)
#define MPI_PROC_NULL (-3)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-2)

/* All functions that the one rank of a program calls; those of the profiling interface in a separate library, as in MPICH. */
#define FUNCTIONS(F)                                                                                                                   \
    F(int, Init, (int* argc, char*** argv), (argc, argv))                                                                              \
    F(int, Finalize, (void), ())                                                                                                       \
    F(int, Comm_rank, (MPI_Comm comm, int* rank), (comm, rank))                                                                        \
    F(int, Comm_size, (MPI_Comm comm, int* size), (comm, size))                                                                        \
    F(int, Comm_test_inter, (MPI_Comm comm, int* flag), (comm, flag))                                                                  \
    F(int, Type_size_x, (MPI_Datatype type, MPI_Count * size), (type, size))                                                           \
    F(int, Get_elements_x, (const MPI_Status* status, MPI_Datatype type, MPI_Count* count), (status, type, count))                     \
    F(int, Send, (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm), (data, count, type, to, tag, comm)) \
    F(int, Recv, (void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status),                     \
      (data, count, type, from, tag, comm, status))                                                                                    \
    F(int, Allgather, (const void* sent, int n, MPI_Datatype of, void* got, int m, MPI_Datatype to, MPI_Comm comm),                    \
      (sent, n, of, got, m, to, comm))                                                                                                 \
    F(int, Allreduce, (const void* sent, void* got, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),                           \
      (sent, got, count, type, op, comm))

#define DECLARE(result, name, parameters, arguments) \
    result MPI_##name parameters;                    \
    result PMPI_##name parameters;
FUNCTIONS(DECLARE)

int MPI_Abi_get_version(int* major, int* minor);

#endif
