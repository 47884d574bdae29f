/* Compiled for the standard binary interface, whose handles and constants differ from those of all installed libraries. */
#include <stdio.h>

#include "abi.h"

int main(int argc, char** argv) {
    double sent[5] = {1, 2, 3, 4, 5}, got[9] = {0};
    MPI_Init(&argc, &argv);
    int rank = -1, size = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Send(sent, 5, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
    MPI_Recv(got, 9, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Status status;
    MPI_Recv(got, 9, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Send(sent, 5, MPI_DOUBLE, MPI_PROC_NULL, 7, MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, got, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Allreduce(sent, got, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    printf("%d %d %g %d\n", rank, size, got[4], status.MPI_TAG);
    return 0;
}
