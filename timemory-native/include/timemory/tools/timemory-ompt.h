/*
 * Measures OpenMP: parallel regions, tasks, work sharing, barriers and locks are regions, below those of the program. The functions are
 * those of timemory's own library; link with -ltimemory-ompt, or leave the program as it is and name libtimemory-ompt.so in
 * OMP_TOOL_LIBRARIES or LD_PRELOAD, and it measures from the start. The OpenMP runtime is to be one that reports to tools, such as LLVM's.
 *
 *     uint64_t id = timemory_start_ompt();
 *     ...
 *     timemory_stop_ompt(id);
 *
 * Any function may be called from any thread. The forms that end with an underscore are for Fortran.
 * Where DISABLE_TIMEMORY or TIMEMORY_DISABLE_OMPT is defined, they are there, do nothing and need no library.
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

/* Measures until the number that it returns is stopped; 0, and nothing is measured, where TIMEMORY_ENABLE_OMPT is false. */
extern uint64_t timemory_start_ompt(void) TIMEMORY_VISIBLE;
extern uint64_t timemory_start_ompt_(void) TIMEMORY_VISIBLE;

/* 0 where that was running; otherwise the number itself, and nothing changes. */
extern uint64_t timemory_stop_ompt(uint64_t id) TIMEMORY_VISIBLE;
extern uint64_t timemory_stop_ompt_(const uint64_t* id) TIMEMORY_VISIBLE;

/* Measures as long as the process lives, or until deregistered. */
extern void timemory_register_ompt(void) TIMEMORY_VISIBLE;
extern void timemory_register_ompt_(void) TIMEMORY_VISIBLE;

/* Ends what was registered, and what naming the library began; what was started goes on until it is stopped. */
extern void timemory_deregister_ompt(void) TIMEMORY_VISIBLE;
extern void timemory_deregister_ompt_(void) TIMEMORY_VISIBLE;

/* Of timemory's interface: what it does there is done when any of the others is first called. */
extern void timemory_ompt_library_ctor(void) TIMEMORY_VISIBLE;
extern void timemory_ompt_library_ctor_(void) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
