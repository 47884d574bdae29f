/* What a program says about which of its calls are measured. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "timemory/library.h"
#include "timemory/tools/timemory-mpip.h"

#define WORLD MPI_COMM_WORLD

int main(int argc, char** argv) {
    const char* how = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(WORLD, &rank);
    if (strcmp(how, "start") == 0) {
        uint64_t first = timemory_start_mpip(), second = timemory_start_mpip();
        MPI_Barrier(WORLD);
        printf("%d", (int)timemory_stop_mpip(first));
        MPI_Barrier(WORLD);
        printf("%d", (int)timemory_stop_mpip(second));
        printf("%d\n", timemory_stop_mpip(second) == second);
        MPI_Barrier(WORLD);
    } else if (strcmp(how, "handle") == 0) {
        timemory_push_components("mpip_handle,wall_clock");
        timemory_push_region("measured");
        timemory_push_region("within");
        MPI_Barrier(WORLD);
        timemory_pop_region("within");
        MPI_Comm_size(WORLD, &size);
        timemory_pop_region("measured");
        MPI_Barrier(WORLD);
        timemory_pop_components();
    } else if (strcmp(how, "register") == 0) {
        timemory_register_mpip();
        timemory_register_mpip();
        MPI_Barrier(WORLD);
        timemory_deregister_mpip();
        MPI_Barrier(WORLD);
    } else if (strcmp(how, "pcontrol") == 0) {
        MPI_Barrier(WORLD);
        MPI_Pcontrol(0);
        MPI_Barrier(WORLD);
        MPI_Pcontrol(2, "of another tool");
        MPI_Barrier(WORLD);
        MPI_Pcontrol(1);
        MPI_Barrier(WORLD);
    } else if (strcmp(how, "end") == 0) {
        MPI_Barrier(WORLD);
        timemory_finalize_library();
        MPI_Barrier(WORLD);
        timemory_init_library(argc, argv);
        MPI_Barrier(WORLD);
        MPI_Barrier(WORLD);
        timemory_finalize_library();
        MPI_Barrier(WORLD);
    } else if (strcmp(how, "region") == 0) {
        timemory_push_region("solve");
        MPI_Barrier(WORLD);
        MPI_Comm_size(WORLD, &size);
        timemory_pop_region("solve");
        MPI_Barrier(WORLD);
    } else if (strcmp(how, "peers") == 0) {
        MPI_Comm_size(WORLD, &size);
        double a[2] = {0}, b[2];
        MPI_Sendrecv(a, 2, MPI_DOUBLE, (rank + 1) % size, 0, b, 2, MPI_DOUBLE, (rank + size - 1) % size, 0, WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(a, 1, MPI_DOUBLE, 1, WORLD);
    } else if (strcmp(how, "abort") == 0) {
        MPI_Barrier(WORLD);
        // The one that aborts leaves the barrier first otherwise, and the others are ended inside of it.
        int left = 1;
        MPI_Comm_size(WORLD, &size);
        if (rank != 1) MPI_Send(&left, 1, MPI_INT, 1, 0, WORLD);
        if (argc > 2) timemory_finalize_library();
        if (rank == 1) {
            for (int other = 1; other < size; other++) MPI_Recv(&left, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, MPI_STATUS_IGNORE);
            MPI_Abort(WORLD, 3);
        }
        for (;;) MPI_Barrier(WORLD);
    } else if (strcmp(how, "error") == 0) {
        MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
        double a = 0;
        if (MPI_Send(&a, 1, MPI_DOUBLE, 100, 0, WORLD) == MPI_SUCCESS) puts("sent to nobody");
        if (MPI_Send(&a, 1, MPI_DATATYPE_NULL, 0, 0, WORLD) == MPI_SUCCESS) puts("sent nothing");
        MPI_Barrier(WORLD);
    }
    MPI_Finalize();
    return 0;
}
