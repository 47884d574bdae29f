#include "data.h"

#include <stdlib.h>
#include <string.h>

#include "requests.h"

/* A function of the library with these parameters and result, looked up once. */
#define LIBRARY(function, ...)                                                                      \
    static int (*function)(__VA_ARGS__);                                                            \
    if (__atomic_load_n(&function, __ATOMIC_RELAXED) == NULL) {                                     \
        __atomic_store_n(&function, (int (*)(__VA_ARGS__))tm_look_up(#function), __ATOMIC_RELAXED); \
    }                                                                                               \
    if (function == NULL)

static int64_t size_of(T type) {
    LIBRARY(PMPI_Type_size_x, T, int64_t*) return 0;
    int64_t size = 0;
    return PMPI_Type_size_x(type, &size) == 0 && size > 0 ? size : 0;
}

/* The type of empty data is not queried: it need not be valid. */
static int64_t part(int64_t count, T type) { return count <= 0 ? 0 : tm_times(count, size_of(type)); }

/* ---- Between two ranks --------------------------------------------------------------------------------------------------------------- */

void to(struct tm_data* data, int peer, int64_t count, T type) {
    if (peer != tm_facts()->proc_null) tm_add_part(data, "dst", peer, part(count, type));
}

/* It may come from any rank, whose number is not known yet. */
void posted(struct tm_data* data, int peer, int64_t count, T type) {
    if (peer != tm_facts()->proc_null) tm_add_part(data, "src", peer, part(count, type));
}

void from(struct tm_data* data, const void* status) {
    if (tm_facts()->interface == TM_UNKNOWN) return;
    LIBRARY(PMPI_Get_elements_x, const void*, T, int64_t*) return;
    int64_t bytes = 0;
    int source;
    memcpy(&source, (const char*)status + tm_facts()->source_offset, sizeof source);
    if (PMPI_Get_elements_x(status, tm_facts()->byte, &bytes) == 0 && bytes > 0) tm_add_part(data, "src", source, bytes);
}

void taken(struct tm_data* data, int64_t count, T type) { tm_add_bytes(data, part(count, type)); }

void fetched(struct tm_data* data, int64_t given, T given_type, int64_t got, T got_type, int peer, tm_handle op) {
    if (peer == tm_facts()->proc_null) return;
    bool gives = tm_facts()->handle_size == 4 ? (int)op != (int)tm_facts()->no_op : op != tm_facts()->no_op;
    tm_add_part(data, "dst", peer, tm_plus(gives ? part(given, given_type) : 0, part(got, got_type)));
}

void swapped(struct tm_data* data, T type, int peer) {
    if (peer != tm_facts()->proc_null) tm_add_part(data, "dst", peer, part(3, type));
}

void started(struct tm_data* data, struct tm_handles request) { tm_add_kept(data, request, 0); }

void all_started(struct tm_data* data, int count, struct tm_handles requests) {
    for (int i = 0; i < count; i++) tm_add_kept(data, requests, i);
}

void forgotten(struct tm_data* data, struct tm_handles request) {
    (void)data;
    tm_forget_kept(request);
}

/* ---- Between all ranks of a communicator --------------------------------------------------------------------------------------------- */

static int number_of(int (*function)(tm_handle, int*), tm_handle comm) {
    int number = 0;
    return function != NULL && function(comm, &number) == 0 && number > 0 ? number : 0;
}

static bool has_two_groups(tm_handle comm) {
    LIBRARY(PMPI_Comm_test_inter, tm_handle, int*) return false;
    return number_of(PMPI_Comm_test_inter, comm) != 0;
}

static int rank_in(tm_handle comm) {
    LIBRARY(PMPI_Comm_rank, tm_handle, int*) return -1;
    return number_of(PMPI_Comm_rank, comm);
}

static int own_size(tm_handle comm) {
    LIBRARY(PMPI_Comm_size, tm_handle, int*) return 0;
    return number_of(PMPI_Comm_size, comm);
}

/* The number of ranks that each rank communicates with: those of the other group if the communicator has two. */
static int others(tm_handle comm) {
    if (!has_two_groups(comm)) return own_size(comm);
    LIBRARY(PMPI_Comm_remote_size, tm_handle, int*) return 0;
    return number_of(PMPI_Comm_remote_size, comm);
}

/* Whether the rank neither sends nor receives as one of many: it is the root of an intercommunicator, or does not take part. */
static bool is_apart(int root) { return root == tm_facts()->root || root == tm_facts()->proc_null; }

static bool is_root(int root, tm_handle comm) {
    return root == tm_facts()->root || (root >= 0 && !has_two_groups(comm) && root == rank_in(comm));
}

static bool is_in_place(const void* buffer) {
    if (buffer == tm_facts()->in_place) return true;
    if (tm_facts()->interface != TM_OPEN_MPI) return false;
    static const void* of_fortran;
    const void* known = __atomic_load_n(&of_fortran, __ATOMIC_RELAXED);
    if (known == NULL) {
        known = tm_look_up("mpi_fortran_in_place_");
        __atomic_store_n(&of_fortran, known != NULL ? known : (const void*)&of_fortran, __ATOMIC_RELAXED);
    }
    return buffer == known;
}

static int64_t count_at(struct tm_counts counts, int i) {
    return counts.are_large ? ((const int64_t*)counts.at)[i] : ((const int*)counts.at)[i];
}

static int64_t sum(struct tm_counts counts, int n, T type) {
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        if (count_at(counts, i) > 0) total = tm_plus(total, count_at(counts, i));
    }
    return part(total, type);
}

static T type_at(struct tm_handles types, int i) {
    if (types.of_fortran) return tm_datatype_of((const int*)types.at + i);
    return tm_facts()->handle_size == 4 ? ((const int*)types.at)[i] : ((const T*)types.at)[i];
}

static int64_t sum_of_types(struct tm_counts counts, struct tm_handles types, int n) {
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        if (count_at(counts, i) > 0) total = tm_plus(total, part(count_at(counts, i), type_at(types, i)));
    }
    return total;
}

void rooted(struct tm_data* data, int root, int64_t count, T type) {
    if (root != tm_facts()->proc_null) tm_add_part(data, "root", root, part(count, type));
}

void operand(struct tm_data* data, int root, int64_t count, T type) {
    if (!is_apart(root)) tm_add_part(data, "root", root, part(count, type));
}

void operand_of_all(struct tm_data* data, int64_t count, T type, tm_handle comm) {
    tm_add_bytes(data, tm_times(part(count, type), own_size(comm)));
}

void operands(struct tm_data* data, struct tm_counts given, T type, tm_handle comm) {
    tm_add_bytes(data, sum(given, own_size(comm), type));
}

/*
 * The data transferred into or out of the buffer that has a part for each rank; the rank's own part is not transferred if the other buffer
 * is in place.
 */
static int64_t all_parts(int64_t count, T type, tm_handle comm, bool in_place) {
    return tm_times(part(count, type), others(comm) - (in_place ? 1 : 0));
}

static int64_t all_parts_v(struct tm_counts counts, T type, tm_handle comm, bool in_place) {
    return sum(counts, others(comm), type) - (in_place ? part(count_at(counts, rank_in(comm)), type) : 0);
}

static int64_t all_parts_w(struct tm_counts counts, struct tm_handles types, tm_handle comm, bool in_place) {
    int own = in_place ? rank_in(comm) : 0;
    return sum_of_types(counts, types, others(comm)) - (in_place ? part(count_at(counts, own), type_at(types, own)) : 0);
}

/* The rank's own part in a collective function with a root: `parts` are those of the root. */
static void with_root(struct tm_data* data, const void* buffer, int64_t count, T type, int64_t parts, int root) {
    int64_t own = is_apart(root) || is_in_place(buffer) ? 0 : part(count, type);
    tm_add_part(data, "root", root, tm_plus(own, parts));
}

void gathered(struct tm_data* data, const void* send, int64_t sent, T sent_type, int64_t got, T got_type, int root, tm_handle comm) {
    int64_t parts = is_root(root, comm) ? all_parts(got, got_type, comm, is_in_place(send)) : 0;
    with_root(data, send, sent, sent_type, parts, root);
}

void gathered_v(struct tm_data* data, const void* send, int64_t sent, T sent_type, struct tm_counts got, T got_type, int root,
                tm_handle comm) {
    int64_t parts = is_root(root, comm) ? all_parts_v(got, got_type, comm, is_in_place(send)) : 0;
    with_root(data, send, sent, sent_type, parts, root);
}

void scattered(struct tm_data* data, int64_t sent, T sent_type, const void* receive, int64_t got, T got_type, int root, tm_handle comm) {
    int64_t parts = is_root(root, comm) ? all_parts(sent, sent_type, comm, is_in_place(receive)) : 0;
    with_root(data, receive, got, got_type, parts, root);
}

void scattered_v(struct tm_data* data, struct tm_counts sent, T sent_type, const void* receive, int64_t got, T got_type, int root,
                 tm_handle comm) {
    int64_t parts = is_root(root, comm) ? all_parts_v(sent, sent_type, comm, is_in_place(receive)) : 0;
    with_root(data, receive, got, got_type, parts, root);
}

/* In place, the part that is sent is where it would be received. */
void allgathered(struct tm_data* data, const void* send, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm) {
    bool in_place = is_in_place(send);
    tm_add_bytes(data, in_place ? part(got, got_type) : part(sent, sent_type));
    tm_add_bytes(data, all_parts(got, got_type, comm, in_place));
}

void allgathered_v(struct tm_data* data, const void* send, int64_t sent, T sent_type, struct tm_counts got, T got_type, tm_handle comm) {
    bool in_place = is_in_place(send);
    tm_add_bytes(data, in_place ? part(count_at(got, rank_in(comm)), got_type) : part(sent, sent_type));
    tm_add_bytes(data, all_parts_v(got, got_type, comm, in_place));
}

/* In place, the same amount is sent as is received. */
void exchanged(struct tm_data* data, const void* send, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm) {
    bool in_place = is_in_place(send);
    int64_t received = all_parts(got, got_type, comm, in_place);
    tm_add_bytes(data, tm_plus(in_place ? received : all_parts(sent, sent_type, comm, false), received));
}

void exchanged_v(struct tm_data* data, const void* send, struct tm_counts sent, T sent_type, struct tm_counts got, T got_type,
                 tm_handle comm) {
    bool in_place = is_in_place(send);
    int64_t received = all_parts_v(got, got_type, comm, in_place);
    tm_add_bytes(data, tm_plus(in_place ? received : all_parts_v(sent, sent_type, comm, false), received));
}

void exchanged_w(struct tm_data* data, const void* send, struct tm_counts sent, struct tm_handles sent_types, struct tm_counts got,
                 struct tm_handles got_types, tm_handle comm) {
    bool in_place = is_in_place(send);
    int64_t received = all_parts_w(got, got_types, comm, in_place);
    tm_add_bytes(data, tm_plus(in_place ? received : all_parts_w(sent, sent_types, comm, false), received));
}

/* ---- Between neighbours in a topology ------------------------------------------------------------------------------------------------ */

/*
 * The number of neighbours to receive from and to send to. In a Cartesian topology the two lists are the same, and neighbours past its
 * edges are absent.
 */
struct neighbors {
    int sources, destinations;
    uint64_t absent;
};

static struct neighbors neighbors_in_grid(tm_handle comm) {
    struct neighbors found = {0, 0, 0};
    LIBRARY(PMPI_Cartdim_get, tm_handle, int*) return found;
    LIBRARY(PMPI_Cart_shift, tm_handle, int, int, int*, int*) return found;
    int dimensions = number_of(PMPI_Cartdim_get, comm);
    found.sources = found.destinations = 2 * dimensions;
    for (int i = 0; i < dimensions && i < 32; i++) {
        int before, after;
        if (PMPI_Cart_shift(comm, i, 1, &before, &after) != 0) continue;
        if (before == tm_facts()->proc_null) found.absent |= UINT64_C(1) << (2 * i);
        if (after == tm_facts()->proc_null) found.absent |= UINT64_C(2) << (2 * i);
    }
    return found;
}

static struct neighbors neighbors_in(tm_handle comm) {
    const struct neighbors none = {0, 0, 0};
    LIBRARY(PMPI_Topo_test, tm_handle, int*) return none;
    int kind = number_of(PMPI_Topo_test, comm);
    if (kind == tm_facts()->cart) return neighbors_in_grid(comm);
    int in = 0, out = 0, weighted = 0;
    if (kind == tm_facts()->graph) {
        LIBRARY(PMPI_Graph_neighbors_count, tm_handle, int, int*) return none;
        if (PMPI_Graph_neighbors_count(comm, rank_in(comm), &in) != 0) return none;
        return (struct neighbors){in, in, 0};
    }
    LIBRARY(PMPI_Dist_graph_neighbors_count, tm_handle, int*, int*, int*) return none;
    return PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted) == 0 ? (struct neighbors){in, out, 0} : none;
}

static bool is_there(const struct neighbors* neighbors, int i) { return i >= 64 || (neighbors->absent >> i & 1) == 0; }

static int there(const struct neighbors* neighbors, int n) { return n - __builtin_popcountll(neighbors->absent); }

static int64_t sum_there(const struct neighbors* neighbors, struct tm_counts counts, int n, T type) {
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        if (is_there(neighbors, i) && count_at(counts, i) > 0) total = tm_plus(total, count_at(counts, i));
    }
    return part(total, type);
}

static int64_t sum_of_types_there(const struct neighbors* neighbors, struct tm_counts counts, struct tm_handles types, int n) {
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        if (is_there(neighbors, i) && count_at(counts, i) > 0) total = tm_plus(total, part(count_at(counts, i), type_at(types, i)));
    }
    return total;
}

/* All neighbours are sent the same part. */
static int64_t sent_to_all(const struct neighbors* neighbors, int64_t sent, T sent_type) {
    return there(neighbors, neighbors->destinations) == 0 ? 0 : part(sent, sent_type);
}

void neighbors_gathered(struct tm_data* data, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm) {
    struct neighbors n = neighbors_in(comm);
    tm_add_bytes(data, tm_plus(sent_to_all(&n, sent, sent_type), tm_times(part(got, got_type), there(&n, n.sources))));
}

void neighbors_gathered_v(struct tm_data* data, int64_t sent, T sent_type, struct tm_counts got, T got_type, tm_handle comm) {
    struct neighbors n = neighbors_in(comm);
    tm_add_bytes(data, tm_plus(sent_to_all(&n, sent, sent_type), sum_there(&n, got, n.sources, got_type)));
}

void neighbors_exchanged(struct tm_data* data, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm) {
    struct neighbors n = neighbors_in(comm);
    int64_t given = tm_times(part(sent, sent_type), there(&n, n.destinations));
    tm_add_bytes(data, tm_plus(given, tm_times(part(got, got_type), there(&n, n.sources))));
}

void neighbors_exchanged_v(struct tm_data* data, struct tm_counts sent, T sent_type, struct tm_counts got, T got_type, tm_handle comm) {
    struct neighbors n = neighbors_in(comm);
    tm_add_bytes(data, tm_plus(sum_there(&n, sent, n.destinations, sent_type), sum_there(&n, got, n.sources, got_type)));
}

void neighbors_exchanged_w(struct tm_data* data, struct tm_counts sent, struct tm_handles sent_types, struct tm_counts got,
                           struct tm_handles got_types, tm_handle comm) {
    struct neighbors n = neighbors_in(comm);
    int64_t given = sum_of_types_there(&n, sent, sent_types, n.destinations);
    tm_add_bytes(data, tm_plus(given, sum_of_types_there(&n, got, got_types, n.sources)));
}
