/*
 * Measures a program's NCCL calls: each function is a region labelled with its name, with the number of bytes it transfers. The functions
 * are those of timemory's own library; link with -ltimemory-ncclp before NCCL, or preload libtimemory-ncclp.so, which measures from the
 * start.
 *
 *     uint64_t id = timemory_start_ncclp();
 *     ...
 *     timemory_stop_ncclp(id);
 *
 * Any function may be called from any thread. The functions with a trailing underscore are for Fortran. If DISABLE_TIMEMORY or
 * TIMEMORY_DISABLE_NCCLP is defined, they still compile, do nothing and need no library.
 */
#ifndef TIMEMORY_TOOLS_NCCLP_H
#define TIMEMORY_TOOLS_NCCLP_H

#include <stdint.h>

#include "timemory/compat/macros.h"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED) || defined(TIMEMORY_DISABLE_NCCLP)

static inline uint64_t timemory_start_ncclp(void) { return 0; }
static inline uint64_t timemory_stop_ncclp(uint64_t id) { return (void)id, 0; }
static inline void timemory_register_ncclp(void) {}
static inline void timemory_deregister_ncclp(void) {}
static inline void timemory_ncclp_library_ctor(void) {}

#else

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring and returns a number for stopping it; 0, without measuring, if TIMEMORY_ENABLE_NCCLP is false. */
extern uint64_t timemory_start_ncclp(void) TIMEMORY_VISIBLE;
extern uint64_t timemory_start_ncclp_(void) TIMEMORY_VISIBLE;

/* Stops the measurement and returns 0; if it was not running, returns the number itself and changes nothing. */
extern uint64_t timemory_stop_ncclp(uint64_t id) TIMEMORY_VISIBLE;
extern uint64_t timemory_stop_ncclp_(const uint64_t* id) TIMEMORY_VISIBLE;

/* Starts measuring until the process ends or it is deregistered. */
extern void timemory_register_ncclp(void) TIMEMORY_VISIBLE;
extern void timemory_register_ncclp_(void) TIMEMORY_VISIBLE;

/* Ends the measurement that registering or preloading the library started; those started by number continue until they are stopped. */
extern void timemory_deregister_ncclp(void) TIMEMORY_VISIBLE;
extern void timemory_deregister_ncclp_(void) TIMEMORY_VISIBLE;

/* Does nothing; part of timemory's interface. The first call of any other function does the setup. */
extern void timemory_ncclp_library_ctor(void) TIMEMORY_VISIBLE;
extern void timemory_ncclp_library_ctor_(void) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
