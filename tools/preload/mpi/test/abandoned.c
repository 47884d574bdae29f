/* Calls that an error handler leaves by longjmp, as an exception of C++ leaves them. */
#include <mpi.h>
#include <setjmp.h>

static jmp_buf back;

static void leave(MPI_Comm* comm, int* code, ...) {
    (void)comm, (void)code;
    longjmp(back, 1);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(leave, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    for (volatile int i = 0; i < 3; i++) {
        int rank;
        if (setjmp(back) == 0) MPI_Send(&rank, 1, MPI_INT, 100, 0, MPI_COMM_WORLD);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    }
    MPI_Finalize();
    return 0;
}
