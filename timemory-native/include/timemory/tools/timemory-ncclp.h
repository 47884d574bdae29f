/*
 * Measures a program's calls of NCCL: each function a region labelled with its name, and the bytes that it moves. The functions are those
 * of timemory's own library; link with -ltimemory-ncclp before NCCL, or preload libtimemory-ncclp.so, which measures from the start.
 *
 *     uint64_t id = timemory_start_ncclp();
 *     ...
 *     timemory_stop_ncclp(id);
 *
 * Any function may be called from any thread. The forms that end with an underscore are for Fortran.
 * Where DISABLE_TIMEMORY or TIMEMORY_DISABLE_NCCLP is defined, they are there, do nothing and need no library.
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

/* Measures until the number that it returns is stopped; 0, and nothing is measured, where TIMEMORY_ENABLE_NCCLP is false. */
extern uint64_t timemory_start_ncclp(void) TIMEMORY_VISIBLE;
extern uint64_t timemory_start_ncclp_(void) TIMEMORY_VISIBLE;

/* 0 where that was running; otherwise the number itself, and nothing changes. */
extern uint64_t timemory_stop_ncclp(uint64_t id) TIMEMORY_VISIBLE;
extern uint64_t timemory_stop_ncclp_(const uint64_t* id) TIMEMORY_VISIBLE;

/* Measures as long as the process lives, or until deregistered. */
extern void timemory_register_ncclp(void) TIMEMORY_VISIBLE;
extern void timemory_register_ncclp_(void) TIMEMORY_VISIBLE;

/* Ends what was registered, and what preloading the library began; what was started goes on until it is stopped. */
extern void timemory_deregister_ncclp(void) TIMEMORY_VISIBLE;
extern void timemory_deregister_ncclp_(void) TIMEMORY_VISIBLE;

/* Of timemory's interface: what it does there is done when any of the others is first called. */
extern void timemory_ncclp_library_ctor(void) TIMEMORY_VISIBLE;
extern void timemory_ncclp_library_ctor_(void) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
