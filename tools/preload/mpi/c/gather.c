#define _GNU_SOURCE
#include "gather.h"

#include <stdlib.h>
#include <string.h>

#include "log.h"

/* Maximum size of one message: counts are ints. */
static const size_t PIECE = (size_t)1 << 30;

enum { LENGTH_TAG = 1, BODY_TAG = 2, ANSWER_TAG = 3 };

static struct {
    int (*rank)(tm_handle, int*);
    int (*size)(tm_handle, int*);
    int (*split)(tm_handle, int color, int key, tm_handle*);
    int (*split_type)(tm_handle, int type, int key, tm_handle info, tm_handle*);
    int (*free)(tm_handle*);
    int (*set_handler)(tm_handle, tm_handle);
    int (*send)(const void*, int, tm_handle, int, int, tm_handle);
    int (*receive)(void*, int, tm_handle, int, int, tm_handle, void*);
} mpi;

static bool is_found(void) {
    const struct {
        void* at;
        const char* name;
    } wanted[] = {{&mpi.rank, "PMPI_Comm_rank"},   {&mpi.size, "PMPI_Comm_size"},
                  {&mpi.split, "PMPI_Comm_split"}, {&mpi.split_type, "PMPI_Comm_split_type"},
                  {&mpi.free, "PMPI_Comm_free"},   {&mpi.set_handler, "PMPI_Comm_set_errhandler"},
                  {&mpi.send, "PMPI_Send"},        {&mpi.receive, "PMPI_Recv"}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void* symbol = tm_look_up(wanted[i].name);
        if (symbol == NULL) return false;
        *(void**)wanted[i].at = symbol;
    }
    return tm_facts()->interface != TM_UNKNOWN;
}

static int number(int (*function)(tm_handle, int*), tm_handle comm) {
    int found = -1;
    return function(comm, &found) == 0 ? found : -1;
}

static bool send_bytes(const void* bytes, size_t length, int to, int tag, tm_handle comm) {
    for (size_t done = 0; done < length || done == 0;) {
        size_t piece = length - done < PIECE ? length - done : PIECE;
        if (mpi.send((const char*)bytes + done, (int)piece, tm_facts()->byte, to, tag, comm) != 0) return false;
        done += piece;
        if (length == 0) break;
    }
    return true;
}

static bool receive_bytes(void* bytes, size_t length, int from, int tag, tm_handle comm) {
    for (size_t done = 0; done < length || done == 0;) {
        size_t piece = length - done < PIECE ? length - done : PIECE;
        struct {
            int64_t words[8];
        } status; /* as long as that of any interface */
        if (mpi.receive((char*)bytes + done, (int)piece, tm_facts()->byte, from, tag, comm, &status) != 0) return false;
        done += piece;
        if (length == 0) break;
    }
    return true;
}

/* Announced by a sender before the data, and whether the receiver has room. */
struct announced {
    uint64_t length;
    int64_t rank; /* in MPI_COMM_WORLD */
};

/* Whether the receiver has merged it, so that it is freed. */
static bool pass_on(struct tm_bytes* own, int to, tm_handle comm) {
    struct announced announced = {own->length, tm_world_rank()};
    char answer = 0;
    bool is_wanted =
        send_bytes(&announced, sizeof announced, to, LENGTH_TAG, comm) && receive_bytes(&answer, 1, to, ANSWER_TAG, comm) && answer;
    if (!is_wanted || !send_bytes(own->at, own->length, to, BODY_TAG, comm)) return false;
    if (!receive_bytes(&answer, 1, to, ANSWER_TAG, comm) || !answer) return false;
    free(own->at);
    *own = (struct tm_bytes){NULL, 0};
    return true;
}

typedef bool merge_function(struct tm_gathering*, struct tm_bytes* into, struct tm_bytes* from, int rank_of_from);

/* Whether communication continues; data that cannot be merged stay where they are. */
static bool take(struct tm_gathering* gathering, merge_function* merge, struct tm_bytes* own, int from, tm_handle comm) {
    struct announced announced;
    if (!receive_bytes(&announced, sizeof announced, from, LENGTH_TAG, comm)) return false;
    struct tm_bytes received = {malloc(announced.length + 1), announced.length};
    char answer = received.at != NULL;
    if (!answer) {
        tm_log("rank %d has no memory for the %llu bytes of results of rank %d, which writes them itself", tm_world_rank(),
               (unsigned long long)announced.length, (int)announced.rank);
    }
    if (!send_bytes(&answer, 1, from, ANSWER_TAG, comm)) answer = 0;
    if (!answer || !receive_bytes(received.at, received.length, from, BODY_TAG, comm)) {
        free(received.at);
        return received.at == NULL;
    }
    answer = merge(gathering, own, &received, (int)announced.rank);
    if (!answer) free(received.at);
    return send_bytes(&answer, 1, from, ANSWER_TAG, comm);
}

/* Merges the results of the communicator's ranks, at its rank 0. */
static enum tm_gathered gather_in(struct tm_gathering* gathering, merge_function* merge, struct tm_bytes* own, tm_handle comm) {
    int rank = number(mpi.rank, comm), size = number(mpi.size, comm);
    for (int step = 1; step < size && step > 0; step *= 2) {
        if (rank % (2 * step) == step) return pass_on(own, rank - step, comm) ? TM_PASSED_ON : TM_KEPT;
        if (rank + step < size && !take(gathering, merge, own, rank + step, comm)) return TM_KEPT;
    }
    return TM_ALL_HERE;
}

/* Converts results to a group of several. */
static bool become_group(struct tm_bytes* own) {
    uint64_t length = own->length;
    char* group = malloc(sizeof length + own->length);
    if (group == NULL) return false;
    memcpy(group, &length, sizeof length);
    memcpy(group + sizeof length, own->at, own->length);
    free(own->at);
    *own = (struct tm_bytes){group, sizeof length + own->length};
    return true;
}

/* Whether they start with the length of a group: not if there was no memory to convert them. */
static bool begins_with_group(const struct tm_bytes* bytes) {
    uint64_t length;
    if (bytes->length < sizeof length) return false;
    memcpy(&length, bytes->at, sizeof length);
    return length <= bytes->length - sizeof length;
}

/* For groups: those of the higher ranks come after those of the lower ones. */
static bool put_behind(struct tm_gathering* gathering, struct tm_bytes* into, struct tm_bytes* from, int rank_of_from) {
    (void)gathering;
    char* both = begins_with_group(into) && begins_with_group(from) ? realloc(into->at, into->length + from->length) : NULL;
    if (both == NULL) {
        tm_log("rank %d has no memory for the results of rank %d and those above it, which are written separately", tm_world_rank(),
               rank_of_from);
        return false;
    }
    memcpy(both + into->length, from->at, from->length);
    free(from->at);
    *into = (struct tm_bytes){both, into->length + from->length};
    return true;
}

/* Returns a new communicator, whose errors are not handled by the program. */
static bool is_ready(int status, const tm_handle* comm) { return status == 0 && mpi.set_handler(*comm, tm_facts()->errors_return) == 0; }

/* The ranks whose results are merged first: those of a machine, or of a group. */
static int split(const struct tm_gathering* gathering, tm_handle all, int rank, tm_handle* part) {
    if (gathering->groups <= 1) return mpi.split_type(all, tm_facts()->shared, rank, tm_facts()->no_info, part);
    int in_each = (number(mpi.size, all) + gathering->groups - 1) / gathering->groups;
    return mpi.split(all, rank / in_each, rank, part);
}

enum tm_gathered tm_gather(struct tm_gathering* gathering, struct tm_bytes* own, bool* are_groups) {
    *are_groups = false;
    if (!is_found()) return TM_KEPT;
    const int undefined = -32766; /* MPI_UNDEFINED of all three interfaces */
    tm_handle all = 0, part = 0, leaders = 0;
    int rank = tm_world_rank();
    /* Not MPI_Comm_dup, which makes functions of the program copy its attributes. */
    if (!is_ready(mpi.split(tm_facts()->world, 0, rank, &all), &all)) return TM_KEPT;
    if (!is_ready(split(gathering, all, rank, &part), &part)) return TM_KEPT;
    bool leads = number(mpi.rank, part) == 0;
    if (mpi.split(all, leads ? 0 : undefined, rank, &leaders) != 0) return TM_KEPT;

    int ranks = number(mpi.size, part);
    bool is_of_groups = gathering->groups > 1;
    enum tm_gathered gathered = gather_in(gathering, gathering->merge, own, part);
    if (gathered == TM_ALL_HERE && gathering->of_machine != NULL && !is_of_groups) gathering->of_machine(gathering, own, ranks);
    /* Waits for the leader even if its part's results are not complete. */
    *are_groups = leads && is_of_groups && become_group(own);
    if (leads && is_ready(0, &leaders)) gathered = gather_in(gathering, is_of_groups ? put_behind : gathering->merge, own, leaders);
    if (leads) mpi.free(&leaders);
    mpi.free(&part);
    mpi.free(&all);
    return gathered;
}

int tm_world_rank(void) { return is_found() ? number(mpi.rank, tm_facts()->world) : -1; }

int tm_world_size(void) { return is_found() ? number(mpi.size, tm_facts()->world) : -1; }
