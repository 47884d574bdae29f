/*
 * The MPI library of the process: where its functions are, and what its binary interface is.
 *
 * Nothing of it is known when this library is compiled or linked. There are three interfaces: Open MPI's, MPICH's, which Intel MPI,
 * MVAPICH and Cray MPICH share, and the standard one of MPI 5. Handles are pointers in the first and the third, and ints in the second:
 * all are passed on as words of 64 bits, of which the upper half means nothing under MPICH.
 */
#ifndef TM_LIBRARY_H
#define TM_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A handle as it is passed. */
typedef intptr_t tm_handle;

enum tm_interface { TM_UNKNOWN, TM_OPEN_MPI, TM_MPICH, TM_STANDARD };

struct tm_facts {
    enum tm_interface interface;
    int handle_size;   /* in arrays */
    int source_offset; /* of MPI_SOURCE in MPI_Status */
    int proc_null, root;
    int cart, graph; /* of MPI_Topo_test */
    void* status_ignore;
    void* in_place;
    tm_handle byte, no_op, world, self, no_info, errors_return;
    int shared; /* MPI_COMM_TYPE_SHARED */
};

/* Of the MPI library that is loaded: to be called when one is. */
extern const struct tm_facts* tm_facts(void);

/*
 * The function of the library with a name such as PMPI_Send; NULL where there is none. It is looked for as the program would find it, and
 * then in every object that is loaded: below a Python module the library is visible to no other object.
 */
extern void* tm_look_up(const char* name);

/*
 * What a call of the program goes on to, by the name that the library has for it: another tool that wraps the same function, which is found
 * as the program would find it without this library, or else the function itself.
 */
extern void* tm_next(const char* name);

/* What stands where in the program: the functions of MPI by their numbers, MPI_Send as PMPI_Send, pmpi_send_ and pmpi_send_f08_. */
enum tm_language { TM_C, TM_FORTRAN, TM_FORTRAN_2008, TM_LANGUAGES };
extern void* (*const tm_functions)[TM_LANGUAGES];
extern void* tm_find(int function, enum tm_language language);

/* One that is not there is a function which returns MPI_ERR_OTHER, or says so in Fortran, after a line on the standard error stream. */
static inline void* tm_mpi(int function, enum tm_language language) {
    void* known = __atomic_load_n(&tm_functions[function][language], __ATOMIC_RELAXED);
    return known != NULL ? known : tm_find(function, language);
}

#pragma GCC visibility pop

#endif
