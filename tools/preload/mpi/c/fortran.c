/*
 * Converts values passed by Fortran programs to C: handles are integers there, as they are in C under MPICH, and constants are addresses of
 * variables.
 */
#include "data.h"

static tm_handle converted(const char* function, tm_handle (**known)(int), const void* fortran) {
    if (tm_facts()->handle_size == 4) return *(const int*)fortran;
    tm_handle (*convert)(int) = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (convert == NULL) {
        convert = (tm_handle(*)(int))tm_look_up(function);
        __atomic_store_n(known, convert, __ATOMIC_RELAXED);
    }
    return convert == NULL ? 0 : convert(*(const int*)fortran);
}

tm_handle tm_datatype_of(const void* fortran) {
    static tm_handle (*convert)(int);
    return converted("PMPI_Type_f2c", &convert, fortran);
}

tm_handle tm_communicator_of(const void* fortran) {
    static tm_handle (*convert)(int);
    return converted("PMPI_Comm_f2c", &convert, fortran);
}

tm_handle tm_operation_of(const void* fortran) {
    static tm_handle (*convert)(int);
    return converted("PMPI_Op_f2c", &convert, fortran);
}

void* tm_status_for(void* status, struct tm_status* own) {
    const struct tm_facts* facts = tm_facts();
    return facts->interface != TM_UNKNOWN && status == facts->status_ignore ? own : status;
}

void* tm_status_for_fortran(void* status, struct tm_status* own) {
    static void* ignore;
    void* known = __atomic_load_n(&ignore, __ATOMIC_RELAXED);
    if (known == NULL) {
        known = tm_look_up("mpi_fortran_status_ignore_");
        __atomic_store_n(&ignore, known != NULL ? known : &ignore, __ATOMIC_RELAXED);
    }
    return status == known ? own : status;
}

const void* tm_status_of_fortran(const void* status, struct tm_status* own) {
    static int (*convert)(const void*, void*);
    int (*known)(const void*, void*) = __atomic_load_n(&convert, __ATOMIC_RELAXED);
    if (known == NULL) {
        known = (int (*)(const void*, void*))tm_look_up("PMPI_Status_f2c");
        __atomic_store_n(&convert, known, __ATOMIC_RELAXED);
    }
    struct tm_status converted = {{0}};
    if (known != NULL) known(status, &converted);
    *own = converted;
    return own;
}
