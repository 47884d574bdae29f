/*
 * The number of bytes that a rank sends and receives in one call, from the call's arguments: functions that functions.txt names for the MPI
 * functions.
 *
 * It is the size of the data read from the rank's send buffer and written to its receive buffer. If a buffer is not significant, such as
 * the receive buffer of MPI_Gather on ranks other than the root, it counts nothing. For a reduction, the operand counts, but not the
 * result. A blocking receive counts what its status reports; a non-blocking receive counts what it was posted for.
 */
#ifndef TM_DATA_H
#define TM_DATA_H

#include "call.h"
#include "library.h"

#pragma GCC visibility push(hidden)

/* Handles in memory: for Fortran they are integers. */
struct tm_handles {
    const void* at;
    bool of_fortran;
};

static inline struct tm_handles tm_of_c(const void* handles) { return (struct tm_handles){handles, false}; }

static inline struct tm_handles tm_of_fortran(const void* handles) { return (struct tm_handles){handles, true}; }

/* Counts are ints, or MPI_Count if the function has a large-count form. */
struct tm_counts {
    const void* at;
    bool are_large;
};

static inline struct tm_counts tm_ints(const void* counts) { return (struct tm_counts){counts, false}; }

static inline struct tm_counts tm_longs(const void* counts) { return (struct tm_counts){counts, true}; }

/* As long as the MPI_Status of any interface. */
struct tm_status {
    int64_t words[8];
};

/* Converts a Fortran value to C. */
extern tm_handle tm_datatype_of(const void* fortran);
extern tm_handle tm_communicator_of(const void* fortran);
extern tm_handle tm_operation_of(const void* fortran);
/* The status to be passed to the call: `own` if the program passed none and it is needed; and the same converted to C, in `own`. */
extern void* tm_status_for(void* status, struct tm_status* own);
extern void* tm_status_for_fortran(void* status, struct tm_status* own);
extern const void* tm_status_of_fortran(const void* status, struct tm_status* own);

/* The data of a communication started later are stored with its request. */
extern void tm_keep(struct tm_data* data, struct tm_handles request);

/* ---- Named in functions.txt ---------------------------------------------------------------------------------------------------------- */

typedef tm_handle T;

extern void to(struct tm_data*, int peer, int64_t count, T type);
extern void posted(struct tm_data*, int peer, int64_t count, T type);
extern void from(struct tm_data*, const void* status);
extern void taken(struct tm_data*, int64_t count, T type);
extern void rooted(struct tm_data*, int root, int64_t count, T type);
extern void operand(struct tm_data*, int root, int64_t count, T type);
extern void operand_of_all(struct tm_data*, int64_t count, T type, tm_handle comm);
extern void fetched(struct tm_data*, int64_t given, T given_type, int64_t got, T got_type, int peer, tm_handle op);
extern void swapped(struct tm_data*, T type, int peer);
extern void started(struct tm_data*, struct tm_handles request);
extern void all_started(struct tm_data*, int count, struct tm_handles requests);
extern void forgotten(struct tm_data*, struct tm_handles request);

extern void gathered(struct tm_data*, const void* send, int64_t sent, T sent_type, int64_t got, T got_type, int root, tm_handle comm);
extern void scattered(struct tm_data*, int64_t sent, T sent_type, const void* receive, int64_t got, T got_type, int root, tm_handle comm);
extern void allgathered(struct tm_data*, const void* send, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm);
extern void exchanged(struct tm_data*, const void* send, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm);
extern void neighbors_gathered(struct tm_data*, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm);
extern void neighbors_exchanged(struct tm_data*, int64_t sent, T sent_type, int64_t got, T got_type, tm_handle comm);

/* Variant with the counts and types of each rank. */
extern void gathered_v(struct tm_data*, const void* send, int64_t sent, T sent_type, struct tm_counts got, T got_type, int root,
                       tm_handle comm);
extern void scattered_v(struct tm_data*, struct tm_counts sent, T sent_type, const void* receive, int64_t got, T got_type, int root,
                        tm_handle comm);
extern void allgathered_v(struct tm_data*, const void* send, int64_t sent, T sent_type, struct tm_counts got, T got_type, tm_handle comm);
extern void exchanged_v(struct tm_data*, const void* send, struct tm_counts sent, T sent_type, struct tm_counts got, T got_type,
                        tm_handle comm);
extern void exchanged_w(struct tm_data*, const void* send, struct tm_counts sent, struct tm_handles sent_types, struct tm_counts got,
                        struct tm_handles got_types, tm_handle comm);
extern void operands(struct tm_data*, struct tm_counts given, T type, tm_handle comm);
extern void neighbors_gathered_v(struct tm_data*, int64_t sent, T sent_type, struct tm_counts got, T got_type, tm_handle comm);
extern void neighbors_exchanged_v(struct tm_data*, struct tm_counts sent, T sent_type, struct tm_counts got, T got_type, tm_handle comm);
extern void neighbors_exchanged_w(struct tm_data*, struct tm_counts sent, struct tm_handles sent_types, struct tm_counts got,
                                  struct tm_handles got_types, tm_handle comm);

#pragma GCC visibility pop

#endif
