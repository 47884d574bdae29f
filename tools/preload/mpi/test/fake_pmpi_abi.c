/* The profiling interface of a library with the standard binary interface, for one rank, which may send to itself. */
#include <stdlib.h>
#include <string.h>

#include "abi.h"

static char message[1024];
static int length;

static int size_of(MPI_Datatype type) {
    if (type == MPI_BYTE) return 1;
    if (type == MPI_INT) return 4;
    if (type == MPI_DOUBLE) return 8;
    abort(); /* no handle of this interface */
}

static void check(MPI_Comm comm) {
    if (comm != MPI_COMM_WORLD) abort();
}

int PMPI_Init(int* argc, char*** argv) { return (void)argc, (void)argv, 0; }

int PMPI_Finalize(void) { return 0; }

int PMPI_Comm_rank(MPI_Comm comm, int* rank) { return check(comm), *rank = 0; }

int PMPI_Comm_size(MPI_Comm comm, int* size) { return check(comm), *size = 1, 0; }

int PMPI_Comm_test_inter(MPI_Comm comm, int* flag) { return check(comm), *flag = 0; }

int PMPI_Type_size_x(MPI_Datatype type, MPI_Count* size) { return *size = size_of(type), 0; }

int PMPI_Get_elements_x(const MPI_Status* status, MPI_Datatype type, MPI_Count* count) {
    return *count = status->internal[2] / size_of(type), 0;
}

int PMPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    check(comm);
    (void)tag;
    if (to == MPI_PROC_NULL) return 0;
    length = count * size_of(type);
    memcpy(message, data, (size_t)length);
    return 0;
}

int PMPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
    check(comm);
    if (from != MPI_ANY_SOURCE || tag != MPI_ANY_TAG || length > count * size_of(type)) return 15;
    memcpy(data, message, (size_t)length);
    if (status != MPI_STATUS_IGNORE) *status = (MPI_Status){0, 7, 0, {0, 0, length, 0, 0}};
    return 0;
}

int PMPI_Allgather(const void* sent, int n, MPI_Datatype of, void* got, int m, MPI_Datatype to, MPI_Comm comm) {
    return (void)sent, (void)n, (void)of, (void)got, (void)m, (void)to, check(comm), 0;
}

int PMPI_Allreduce(const void* sent, void* got, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    return (void)sent, (void)got, (void)count, (void)type, (void)op, check(comm), 0;
}
