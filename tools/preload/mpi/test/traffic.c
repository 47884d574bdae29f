/* The same traffic as that of the other programs of this name: see test_traffic.py. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double out[1000] = {0}, in[1000] = {0}, *all = malloc(sizeof(double) * 1000 * size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < 10; i++) {
        if (rank % 2 == 0) MPI_Send(out, 1000, MPI_DOUBLE, right, 7, MPI_COMM_WORLD);
        MPI_Status status;
        MPI_Recv(in, 1000, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, i % 2 == 0 ? &status : MPI_STATUS_IGNORE);
        if (rank % 2 == 1) MPI_Send(out, 1000, MPI_DOUBLE, right, 7, MPI_COMM_WORLD);
    }
    MPI_Bcast(out, 100, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, in, 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Gather(out, 5, MPI_DOUBLE, all, 5, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    MPI_Request r[2];
    MPI_Irecv(in, 3, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, 3, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Send_init(out, 4, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(in, 4, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (rank == 0) puts("done");
    return 0;
}
