#define _GNU_SOURCE
#include "rendezvous.h"

#include <time.h>

#include "log.h"

/* For the second barrier: the time between the end of the first on one rank and on another, unless one of them was stopped. */
enum { MOMENT = 60, PATIENCE = 10 };

/*
 * The number of lowest ranks that report that they wait: thousands of lines would add nothing, and one of these two may be the one that is
 * missing.
 */
enum { SPEAKERS = 2 };

static const long MILLISECOND = 1000000;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Usually the others are close: no time is lost waiting for them, and no CPU time for those that are not. */
static void wait_a_little(double waited) {
    if (waited < 1e-3) return;
    struct timespec nap = {0, waited < 0.1 ? MILLISECOND / 20 : MILLISECOND};
    nanosleep(&nap, NULL);
}

/* Rank -1 waits without a message. */
static bool have_all_come(int rank, int seconds) {
    int (*begin)(tm_handle, tm_handle*) = (int (*)(tm_handle, tm_handle*))tm_look_up("PMPI_Ibarrier");
    int (*test)(tm_handle*, int*, void*) = (int (*)(tm_handle*, int*, void*))tm_look_up("PMPI_Test");
    if (begin == NULL || test == NULL) return true; /* before MPI 3, there is no way to find out */
    tm_handle request = 0;
    if (begin(tm_facts()->world, &request) != 0) return false;
    double start = now();
    bool has_spoken = false;
    for (;;) {
        int is_done = 0;
        struct {
            int64_t words[8];
        } status; /* as long as that of any interface */
        if (test(&request, &is_done, &status) != 0) return false;
        if (is_done) return true;
        double waited = now() - start;
        if (waited > seconds) return false;
        if (waited > PATIENCE && !has_spoken && rank >= 0) {
            has_spoken = true;
            tm_log("rank %d waits to merge results with other ranks, which still run or were started without libtimemory-mpip.so", rank);
        }
        wait_a_little(waited);
    }
}

bool tm_all_ranks_are_here(int rank, int seconds) {
    if (have_all_come(rank < SPEAKERS ? rank : -1, seconds) && have_all_come(-1, MOMENT)) return true;
    tm_log("rank %d writes its results separately: within %d s (TIMEMORY_MPI_JOIN_TIMEOUT) not all ranks reached MPI_Finalize with "
           "libtimemory-mpip.so; 'timemory merge DIRECTORY -o all' merges them",
           rank, seconds);
    return false;
}
