/*
 * timemory for C: regions of a program, measured with wall clock, CPU clock and peak resident memory.
 *
 *     timemory_init_library(argc, argv);
 *     timemory_push_region("solve");
 *     solve();
 *     timemory_pop_region("solve");
 *     timemory_finalize_library();
 *
 * Link with -ltimemory. Initialising is not needed: the first region does it, and the results are written when the process ends
 * if nobody finalizes before. All functions may be called from any thread; a region belongs to the thread that pushed it. Names
 * are copied. Settings come from the environment (TIMEMORY_OUTPUT_PATH and so on).
 */
#ifndef TIMEMORY_LIBRARY_H
#define TIMEMORY_LIBRARY_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Begins measuring; the calling thread becomes the primary one. The arguments are not looked at and may be 0 and NULL. */
void timemory_init_library(int argc, char** argv);

/* Whether measuring has begun and has not been finalized. */
bool timemory_library_is_initialized(void);

/* Writes the results. What is measured afterwards is not recorded. */
void timemory_finalize_library(void);

/* Stops recording regions until timemory_resume. */
void timemory_pause(void);

/* Records regions again. */
void timemory_resume(void);

/* Opens the region called name, in UTF-8, below the one that is open in this thread. */
void timemory_push_region(const char* name);

/* Closes the region called name that was pushed last in this thread. */
void timemory_pop_region(const char* name);

#ifdef __cplusplus
}
#endif

#endif
