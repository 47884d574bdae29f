/* An attribute of MPI_COMM_WORLD that must not be copied, and reports when it is copied or deleted. */
#include <mpi.h>
#include <stdio.h>

static int copied, deleted;

static int copy(MPI_Comm comm, int key, void* extra, void* value, void* copy, int* is_copied) {
    (void)comm, (void)key, (void)extra, (void)value, (void)copy;
    copied++;
    *is_copied = 0;
    return MPI_ERR_OTHER;
}

static int delete (MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    deleted++;
    return MPI_SUCCESS;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int key;
    MPI_Comm_create_keyval(copy, delete, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    printf("copied %d, deleted %d\n", copied, deleted);
    return 0;
}
