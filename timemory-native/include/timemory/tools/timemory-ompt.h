/*
 * Measures OpenMP: parallel regions, tasks, work sharing, barriers and locks are regions, recorded below those of the program. The
 * functions are those of timemory's own library; link with -ltimemory-ompt, or set OMP_TOOL_LIBRARIES or LD_PRELOAD to libtimemory-ompt.so
 * for an unchanged program, which measures from the start. The OpenMP runtime must support tools (OMPT), as LLVM's does.
 *
 *     uint64_t id = timemory_start_ompt();
 *     ...
 *     timemory_stop_ompt(id);
 *
 * Any function may be called from any thread. The functions with a trailing underscore are for Fortran. If DISABLE_TIMEMORY or
 * TIMEMORY_DISABLE_OMPT is defined, they still compile, do nothing and need no library.
 */
#ifndef TIMEMORY_TOOLS_OMPT_H
#define TIMEMORY_TOOLS_OMPT_H

#include <stdint.h>

#include "timemory/compat/macros.h"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED) || defined(TIMEMORY_DISABLE_OMPT)

static inline uint64_t timemory_start_ompt(void) { return 0; }
static inline uint64_t timemory_stop_ompt(uint64_t id) { return (void)id, 0; }
static inline void timemory_register_ompt(void) {}
static inline void timemory_deregister_ompt(void) {}
static inline void timemory_ompt_library_ctor(void) {}

#else

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring and returns a number for stopping it; 0, without measuring, if TIMEMORY_ENABLE_OMPT is false. */
extern uint64_t timemory_start_ompt(void) TIMEMORY_VISIBLE;
extern uint64_t timemory_start_ompt_(void) TIMEMORY_VISIBLE;

/* Stops the measurement and returns 0; if it was not running, returns the number itself and changes nothing. */
extern uint64_t timemory_stop_ompt(uint64_t id) TIMEMORY_VISIBLE;
extern uint64_t timemory_stop_ompt_(const uint64_t* id) TIMEMORY_VISIBLE;

/* Starts measuring until the process ends or it is deregistered. */
extern void timemory_register_ompt(void) TIMEMORY_VISIBLE;
extern void timemory_register_ompt_(void) TIMEMORY_VISIBLE;

/* Ends the measurement that registering or naming the library started; those started by number continue until they are stopped. */
extern void timemory_deregister_ompt(void) TIMEMORY_VISIBLE;
extern void timemory_deregister_ompt_(void) TIMEMORY_VISIBLE;

/* Does nothing; part of timemory's interface. The first call of any other function does the setup. */
extern void timemory_ompt_library_ctor(void) TIMEMORY_VISIBLE;
extern void timemory_ompt_library_ctor_(void) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
