/* Calls from several threads that come and go. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define WORLD MPI_COMM_WORLD

static int rank;

static void* exchange(void* tag) {
    double a[4] = {0};
    for (int i = 0; i < 100; i++) {
        if (rank == 0) MPI_Send(a, 4, MPI_DOUBLE, 1, *(int*)tag, WORLD);
        if (rank == 1) MPI_Recv(a, 4, MPI_DOUBLE, 0, *(int*)tag, WORLD, MPI_STATUS_IGNORE);
    }
    return NULL;
}

int main(int argc, char** argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE) {
        puts("one thread only");
    } else {
        for (int round = 0; round < 3; round++) {
            pthread_t threads[2];
            int tags[2] = {1, 2};
            for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, exchange, &tags[i]);
            for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
        }
    }
    MPI_Barrier(WORLD);
    MPI_Finalize();
    return 0;
}
