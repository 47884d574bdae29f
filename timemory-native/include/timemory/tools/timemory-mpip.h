/*
 * Measures a program's MPI calls: each function is a region labelled with its name, with the number of bytes it transfers. The functions
 * are those of timemory's own library; link with -ltimemory-mpip before the MPI library, or preload libtimemory-mpip.so, which measures
 * from the start.
 *
 *     uint64_t id = timemory_start_mpip();
 *     ...
 *     timemory_stop_mpip(id);
 *
 * Any function may be called from any thread. The functions with a trailing underscore are for Fortran. If DISABLE_TIMEMORY or
 * TIMEMORY_DISABLE_MPIP is defined, they still compile, do nothing and need no library.
 */
#ifndef TIMEMORY_TOOLS_MPIP_H
#define TIMEMORY_TOOLS_MPIP_H

#include <stdint.h>

#include "timemory/compat/macros.h"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED) || defined(TIMEMORY_DISABLE_MPIP)

static inline uint64_t timemory_start_mpip(void) { return 0; }
static inline uint64_t timemory_stop_mpip(uint64_t id) { return (void)id, 0; }
static inline void timemory_register_mpip(void) {}
static inline void timemory_deregister_mpip(void) {}
static inline void timemory_mpip_library_ctor(void) {}

#else

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring and returns a number for stopping it; 0, without measuring, if TIMEMORY_ENABLE_MPIP is false. */
extern uint64_t timemory_start_mpip(void) TIMEMORY_VISIBLE;
extern uint64_t timemory_start_mpip_(void) TIMEMORY_VISIBLE;

/* Stops the measurement and returns 0; if it was not running, returns the number itself and changes nothing. */
extern uint64_t timemory_stop_mpip(uint64_t id) TIMEMORY_VISIBLE;
extern uint64_t timemory_stop_mpip_(const uint64_t* id) TIMEMORY_VISIBLE;

/* Starts measuring until the process ends or it is deregistered. */
extern void timemory_register_mpip(void) TIMEMORY_VISIBLE;
extern void timemory_register_mpip_(void) TIMEMORY_VISIBLE;

/* Ends the measurement that registering or preloading the library started; those started by number continue until they are stopped. */
extern void timemory_deregister_mpip(void) TIMEMORY_VISIBLE;
extern void timemory_deregister_mpip_(void) TIMEMORY_VISIBLE;

/* Does nothing; part of timemory's interface. The first call of any other function does the setup. */
extern void timemory_mpip_library_ctor(void) TIMEMORY_VISIBLE;
extern void timemory_mpip_library_ctor_(void) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
