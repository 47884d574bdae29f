#define _GNU_SOURCE
#include "merge_ranks.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "active.h"
#include "gather.h"
#include "rendezvous.h"
#include "log.h"
#include "settings.h"
#include "timemory/library.h"
#include "timemory/ranks.h"

/* The lower ranks come first in merged results. */
static bool merge(struct tm_gathering* gathering, struct tm_bytes* into, struct tm_bytes* from, int rank_of_from) {
    (void)gathering;
    size_t length = 0;
    char* both = timemory_merge_results(into->at, into->length, from->at, from->length, &length);
    if (both == NULL) {
        tm_log("the results of rank %d are written separately, not merged with those of rank %d: %s", rank_of_from, tm_world_rank(),
               timemory_error());
        return false;
    }
    free(into->at);
    free(from->at);
    *into = (struct tm_bytes){both, length};
    return true;
}

static void write_results(const struct tm_bytes* results, bool are_groups, const char* prefix) {
    bool (*write)(const char*, size_t, const char*) = are_groups ? timemory_write_groups : timemory_write_results;
    if (!write(results->at, results->length, prefix)) tm_log("the results are not written: %s", timemory_error());
}

static void write_of_machine(struct tm_gathering* gathering, const struct tm_bytes* all, int ranks) {
    (void)gathering;
    (void)ranks;
    char host[200] = "", prefix[220];
    gethostname(host, sizeof host - 1);
    snprintf(prefix, sizeof prefix, "node-%s-", host);
    write_results(all, false, prefix);
}

static struct tm_bytes take_results(int rank) {
    size_t length = 0;
    char* taken = timemory_take_results(rank, &length);
    if (taken == NULL) tm_log("rank %d has no results: %s", rank, timemory_error());
    return (struct tm_bytes){taken, length};
}

/*
 * Measuring ends before waiting for the others, so that the wait does not count. Until all have arrived, the results stay in
 * libtimemory.so, which writes them if the process is terminated meanwhile, because launchers terminate all ranks when one fails. They are
 * taken at once if the end of a process writes nothing, or if each rank's own results are written anyway.
 */
static void join(void) {
    atomic_store(&tm_is_active, false);
    int rank = tm_world_rank();
    struct tm_bytes results = {NULL, 0};
    bool stay = tm_is_set("AUTO_OUTPUT") && !tm_is_set("MPI_OUTPUT_PER_RANK");
    if (stay) timemory_finalize_library();
    else results = take_results(rank);
    bool are_all_here = tm_all_ranks_are_here(rank, tm_number("MPI_JOIN_TIMEOUT"));
    if (stay) results = take_results(rank);
    int groups = timemory_rank_groups(rank, tm_world_size());
    struct tm_gathering gathering = {merge, groups, tm_is_set("MPI_OUTPUT_PER_NODE") ? write_of_machine : NULL};
    bool are_groups = false;
    enum tm_gathered gathered = are_all_here ? tm_gather(&gathering, &results, &are_groups) : TM_KEPT;
    char prefix[40];
    snprintf(prefix, sizeof prefix, "rank-%d-", rank);
    if (gathered != TM_PASSED_ON && results.at != NULL) write_results(&results, are_groups, gathered == TM_ALL_HERE ? NULL : prefix);
    free(results.at);
    timemory_keep_results(false);
}

static int copy_nothing(tm_handle comm, int key, void* extra, void* from, void* to, int* is_copied) {
    (void)comm, (void)key, (void)extra, (void)from, (void)to;
    return *is_copied = 0;
}

static int at_end(tm_handle comm, int key, void* value, void* extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    join();
    return 0;
}

static void attach(void) {
    int (*create)(void*, void*, int*, void*) = (int (*)(void*, void*, int*, void*))tm_look_up("PMPI_Comm_create_keyval");
    int (*set)(tm_handle, int, void*) = (int (*)(tm_handle, int, void*))tm_look_up("PMPI_Comm_set_attr");
    int key = 0;
    if (tm_facts()->interface == TM_UNKNOWN || create == NULL || set == NULL || tm_number("MPI_JOIN_TIMEOUT") == 0) return;
    if (create((void*)copy_nothing, (void*)at_end, &key, NULL) != 0 || set(tm_facts()->self, key, NULL) != 0) {
        tm_log("the results of the ranks are not merged: MPI accepts no attribute of MPI_COMM_SELF");
        return;
    }
    timemory_keep_results(true);
}

void tm_join_at_end(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, attach);
}
