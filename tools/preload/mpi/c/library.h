/*
 * The process's MPI library: the addresses of its functions, and its binary interface.
 *
 * Nothing about it is known when this library is compiled or linked. There are three interfaces: Open MPI's; MPICH's, which Intel MPI,
 * MVAPICH and Cray MPICH share; and the standard one of MPI 5. Handles are pointers in the first and the third, and ints in the second: all
 * are passed as 64-bit words, whose upper half is meaningless under MPICH.
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

/* Facts about the loaded MPI library: to be called when there is one. */
extern const struct tm_facts* tm_facts(void);

/*
 * Returns the library's function with a name such as PMPI_Send; NULL if there is none. It is looked up as the program would, and then in
 * every loaded object: in a Python module, the library is visible to no other object.
 */
extern void* tm_look_up(const char* name);

/*
 * The next function for a call of the program, by the library's name for it: another tool that wraps the same function, looked up as the
 * program would without this library, or else the function itself.
 */
extern void* tm_next(const char* name);

/* The symbols for each language: the MPI functions by number, MPI_Send as PMPI_Send, pmpi_send_ and pmpi_send_f08_. */
enum tm_language { TM_C, TM_FORTRAN, TM_FORTRAN_2008, TM_LANGUAGES };
extern void* (*const tm_functions)[TM_LANGUAGES];
extern void* tm_find(int function, enum tm_language language);

/* A missing one is replaced by a function that returns MPI_ERR_OTHER, or reports it in Fortran, after a message on stderr. */
static inline void* tm_mpi(int function, enum tm_language language) {
    void* known = __atomic_load_n(&tm_functions[function][language], __ATOMIC_RELAXED);
    return known != NULL ? known : tm_find(function, language);
}

#pragma GCC visibility pop

#endif
