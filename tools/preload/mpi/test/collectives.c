/* MPI calls whose data test_traffic.py knows for each number of ranks: each function once, unless the comment says otherwise. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD

static int n, me;
static double a[4096], b[4096];
static int ones[64], rising[64], mine[64], at[64];

static void to_all(void) {
    MPI_Bcast(a, 3, MPI_DOUBLE, n - 1, WORLD);
    MPI_Reduce(a, b, 5, MPI_DOUBLE, MPI_SUM, 0, WORLD);
    MPI_Allreduce(a, b, 2, MPI_DOUBLE, MPI_SUM, WORLD); /* and in place */
    MPI_Allreduce(MPI_IN_PLACE, b, 2, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Scan(a, b, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Exscan(a, b, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Gather(a, 2, MPI_DOUBLE, b, 2, MPI_DOUBLE, n - 1, WORLD);
    MPI_Gatherv(me == 0 ? MPI_IN_PLACE : a, me + 1, MPI_DOUBLE, b, rising, at, MPI_DOUBLE, 0, WORLD);
    MPI_Scatter(a, 2, MPI_DOUBLE, me == 0 ? MPI_IN_PLACE : b, 2, MPI_DOUBLE, 0, WORLD);
    MPI_Scatterv(a, rising, at, MPI_DOUBLE, b, me + 1, MPI_DOUBLE, n - 1, WORLD);
    MPI_Allgather(a, 2, MPI_DOUBLE, b, 2, MPI_DOUBLE, WORLD); /* and in place */
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 2, MPI_DOUBLE, WORLD);
    MPI_Allgatherv(a, me + 1, MPI_DOUBLE, b, rising, at, MPI_DOUBLE, WORLD); /* and in place */
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, rising, at, MPI_DOUBLE, WORLD);
    MPI_Alltoall(a, 2, MPI_INT, b, 2, MPI_INT, WORLD); /* and in place */
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 2, MPI_INT, WORLD);
    MPI_Alltoallv(a, mine, at, MPI_DOUBLE, b, rising, at, MPI_DOUBLE, WORLD);
    MPI_Datatype types[64];
    int bytes[64];
    for (int i = 0; i < n; i++) types[i] = (me + i) % 2 ? MPI_INT : MPI_DOUBLE, bytes[i] = 8 * i;
    MPI_Alltoallw(a, ones, bytes, types, b, ones, bytes, types, WORLD);
    MPI_Reduce_scatter(a, b, rising, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Reduce_scatter_block(a, b, 2, MPI_DOUBLE, MPI_SUM, WORLD);
}

static void without_waiting(void) {
    MPI_Request requests[3];
    MPI_Ibcast(a, 3, MPI_DOUBLE, 0, WORLD, &requests[0]);
    MPI_Ialltoall(a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, WORLD, &requests[1]);
    MPI_Ibarrier(WORLD, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

/* Along a line, whose ends have no neighbour beyond. */
static void between_two(void) {
    int left = me == 0 ? MPI_PROC_NULL : me - 1, right = me == n - 1 ? MPI_PROC_NULL : me + 1;
    MPI_Sendrecv(a, 4, MPI_DOUBLE, right, 1, b, 100, MPI_DOUBLE, left, 1, WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(a, 4, MPI_INT, right, 1, left, 1, WORLD, MPI_STATUS_IGNORE);

    MPI_Datatype column;
    MPI_Type_vector(10, 1, 7, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Request request;
    MPI_Isend(a, 1, column, right, 2, WORLD, &request);
    MPI_Recv(b, 50, MPI_DOUBLE, left, 2, WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);

    if (me % 2 == 0 && right != MPI_PROC_NULL) MPI_Ssend(a, 6, MPI_DOUBLE, right, 3, WORLD);
    if (me % 2 == 1) {
        MPI_Message message;
        MPI_Mprobe(MPI_ANY_SOURCE, 3, WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(b, 100, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(WORLD);
}

static void persistently(void) {
    int left = (me + n - 1) % n, right = (me + 1) % n;
    MPI_Request requests[2];
    MPI_Send_init(a, 4, MPI_DOUBLE, right, 4, WORLD, &requests[0]);
    MPI_Recv_init(b, 4, MPI_DOUBLE, left, 4, WORLD, &requests[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Start(&requests[1]);
    MPI_Start(&requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void between_neighbors(void) {
    int sizes[1] = {n}, periodic[1] = {0};
    MPI_Comm line;
    MPI_Cart_create(WORLD, 1, sizes, periodic, 0, &line);
    MPI_Neighbor_allgather(a, 3, MPI_DOUBLE, b, 3, MPI_DOUBLE, line);
    int counts[2] = {2, 2}, places[2] = {0, 2};
    MPI_Neighbor_alltoallv(a, counts, places, MPI_DOUBLE, b, counts, places, MPI_DOUBLE, line);
    MPI_Comm_free(&line);

    /* A star: all send to rank 0. */
    int sources[64], everyone = 0;
    for (int i = 1; i < n; i++) sources[i - 1] = i;
    MPI_Comm star;
    MPI_Dist_graph_create_adjacent(WORLD, me == 0 ? n - 1 : 0, sources, MPI_UNWEIGHTED, me == 0 ? 0 : 1, &everyone, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &star);
    MPI_Neighbor_alltoall(a, 5, MPI_DOUBLE, b, 5, MPI_DOUBLE, star);
    MPI_Comm_free(&star);
}

static void one_sided(void) {
    static double memory[16];
    MPI_Win window;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, WORLD, &window);
    int right = (me + 1) % n;
    double one = 1, got = 0, got_too = 0;
    int64_t before = 0, after = 1, found = 0;
    MPI_Win_fence(0, window);
    MPI_Put(a, 2, MPI_DOUBLE, right, 0, 2, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Get(b, 3, MPI_DOUBLE, right, 0, 3, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(a, 4, MPI_DOUBLE, right, 4, 4, MPI_DOUBLE, MPI_SUM, window);
    MPI_Fetch_and_op(&one, &got, MPI_DOUBLE, right, 8, MPI_SUM, window); /* and without an operand */
    MPI_Fetch_and_op(&one, &got_too, MPI_DOUBLE, right, 9, MPI_NO_OP, window);
    MPI_Compare_and_swap(&after, &before, &found, MPI_INT64_T, right, 10, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

/* Calls made by the operation are not the program's. */
static void add(void* from, void* to, int* length, MPI_Datatype* type) {
    (void)type;
    int size;
    MPI_Comm_size(WORLD, &size);
    for (int i = 0; i < *length; i++) ((double*)to)[i] += ((double*)from)[i];
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &me);
    MPI_Comm_size(WORLD, &n);
    for (int i = 0, sum = 0; i < n; i++) {
        ones[i] = 1;
        rising[i] = i + 1;
        mine[i] = me + 1;
        at[i] = sum;
        sum += n;
    }
    to_all();
    without_waiting();
    between_two();
    persistently();
    between_neighbors();
    one_sided();
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    MPI_Reduce(a, b, 5, MPI_DOUBLE, op, 0, WORLD);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
