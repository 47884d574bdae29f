/*
 * Measures a program's allocations and deallocations, for all threads together: one region named after the program, with the component
 * memory_allocations. The functions are those of timemory's own library; link with -ltimemory-mallocp, or preload libtimemory-mallocp.so,
 * which measures from the start to the end of the process.
 *
 *     timemory_start_mallocp();
 *     ...
 *     timemory_stop_mallocp(0);
 *
 * Regions with malloc_gotcha or memory_allocations do not need this. Any function may be called from any thread. The functions with a
 * trailing underscore are for Fortran. If DISABLE_TIMEMORY or TIMEMORY_DISABLE_MALLOCP is defined, they still compile, do nothing and need
 * no library.
 */
#ifndef TIMEMORY_TOOLS_MALLOCP_H
#define TIMEMORY_TOOLS_MALLOCP_H

#include <stdint.h>

#include "timemory/compat/macros.h"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED) || defined(TIMEMORY_DISABLE_MALLOCP)

static inline uint64_t timemory_start_mallocp(void) { return 0; }
static inline uint64_t timemory_stop_mallocp(uint64_t id) { return (void)id, 0; }
static inline void timemory_register_mallocp(void) {}
static inline void timemory_deregister_mallocp(void) {}
static inline void timemory_mallocp_library_ctor(void) {}

#else

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Starts measuring; calls are counted, and each must be stopped. Returns the number of starts that have not been stopped; 0, without
 * measuring, if TIMEMORY_ENABLE_MALLOCP is false or nothing can be counted, which is reported.
 */
extern uint64_t timemory_start_mallocp(void) TIMEMORY_VISIBLE;
extern uint64_t timemory_start_mallocp_(void) TIMEMORY_VISIBLE;

/*
 * Returns the number of starts that have not been stopped; at 0 it records the measured totals. The argument exists for compatibility with
 * timemory and is ignored.
 */
extern uint64_t timemory_stop_mallocp(uint64_t id) TIMEMORY_VISIBLE;
extern uint64_t timemory_stop_mallocp_(const uint64_t* id) TIMEMORY_VISIBLE;

/* Starts measuring until the process ends or it is deregistered. */
extern void timemory_register_mallocp(void) TIMEMORY_VISIBLE;
extern void timemory_register_mallocp_(void) TIMEMORY_VISIBLE;

/* Ends the measurement that registering or preloading the library started. */
extern void timemory_deregister_mallocp(void) TIMEMORY_VISIBLE;
extern void timemory_deregister_mallocp_(void) TIMEMORY_VISIBLE;

/* Does nothing; part of timemory's interface. The first call of any other function does the setup. */
extern void timemory_mallocp_library_ctor(void) TIMEMORY_VISIBLE;
extern void timemory_mallocp_library_ctor_(void) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
