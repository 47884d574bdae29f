/* Another tool that interposes MPI functions, in C and in Fortran. */
#include <mpi.h>
#include <stdio.h>

static int inits, barriers, ends;

int MPI_Init(int* argc, char*** argv) {
    inits++;
    return PMPI_Init(argc, argv);
}

int MPI_Barrier(MPI_Comm comm) {
    barriers++;
    return PMPI_Barrier(comm);
}

int MPI_Pcontrol(const int level, ...) {
    if (level == 2) barriers += 100;
    return PMPI_Pcontrol(level);
}

int MPI_Finalize(void) {
    ends++;
    int status = PMPI_Finalize();
    printf("another tool: %d %d %d\n", inits, barriers, ends);
    fflush(stdout);
    return status;
}
