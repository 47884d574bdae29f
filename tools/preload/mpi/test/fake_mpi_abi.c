/* Linked with programs that use the standard binary interface. */
#include "abi.h"

#define FORWARD(result, name, parameters, arguments) \
    result MPI_##name parameters { return PMPI_##name arguments; }
FUNCTIONS(FORWARD)

int MPI_Abi_get_version(int* major, int* minor) { return *major = 1, *minor = 0; }
