/* Rank 0 has reached MPI_Finalize, or "finalize" of measuring, when rank 1 kills it with a signal; rank 1 itself never gets there. */
#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "timemory/library.h"

static int tell(MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    int self = (int)getpid();
    return MPI_Send(&self, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, key, other;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(300000); /* so that it most often waits for this rank already */
        kill((pid_t)other, SIGTERM);
        for (;;) pause();
    }
    if (argc > 1 && strcmp(argv[1], "finalize") == 0) {
        timemory_finalize_library();
        tell(MPI_COMM_SELF, 0, NULL, NULL);
        for (;;) pause();
    }
    /* Deleted before the one that was set in MPI_Init. */
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, tell, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Finalize();
    return 0;
}
