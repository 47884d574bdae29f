/*
 * The functions of libtimemory.so that are compatible with timemory for C++.
 *
 * All functions may be called from any thread and before main; after the results were written, a call is only reported, once. They must not
 * be called from signal handlers: a call that interrupts a function of the library has no effect and is reported. Names are UTF-8 and
 * copied; a NULL name is ignored. Errors do not terminate the program: each is reported once to stderr. In a process forked from a
 * measuring one, all functions do nothing until it executes another program.
 */
#ifndef TIMEMORY_COMPAT_LIBRARY_H
#define TIMEMORY_COMPAT_LIBRARY_H

#ifdef __cplusplus
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif

#include "timemory/compat/macros.h"
#include "timemory/compat/settings.h"
#include "timemory/enum.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Life ------------------------------------------------------------------------------------------------------------------ */

/*
 * Starts measuring; the calling thread becomes the primary thread. Arguments such as --timemory-output-path=results are settings; argv is
 * not changed and may be NULL. Does nothing if measuring has already started, which the first region does automatically.
 */
extern void timemory_init_library(int argc, char** argv) TIMEMORY_VISIBLE;

/* Initializes the library without arguments. The name is ignored: results have the program's name. */
extern void timemory_named_init_library(char* name) TIMEMORY_VISIBLE;

/* Returns whether measuring has started and has not been finalized. */
extern bool timemory_library_is_initialized(void) TIMEMORY_VISIBLE;

/*
 * Ends measuring and writes the results, which otherwise happens when the process ends. Later regions are not recorded until
 * timemory_init_library is called again.
 */
extern void timemory_finalize_library(void) TIMEMORY_VISIBLE;

/* Stops recording regions until timemory_resume; open regions are recorded when they end. */
extern void timemory_pause(void) TIMEMORY_VISIBLE;

/* Resumes recording regions. */
extern void timemory_resume(void) TIMEMORY_VISIBLE;

/*
 * Sets an environment variable, unless it is set and overwrite is 0. If update_settings is not 0 and the variable is a setting, it takes
 * effect immediately. Some settings, such as TIMEMORY_FLAT_PROFILE, are read only when measuring starts: set them before.
 */
extern void timemory_set_environ(const char* variable, const char* value, int overwrite, int update_settings) TIMEMORY_VISIBLE;

/* ---- Components of regions: names separated by commas, semicolons or spaces ---------------------------------------------------------- */

/* Sets the components of regions on threads that have not pushed any, unless TIMEMORY_COMPONENTS or TIMEMORY_GLOBAL_COMPONENTS name others.
 * */
extern void timemory_set_default(const char* components) TIMEMORY_VISIBLE;

/* Adds components on the calling thread. */
extern void timemory_add_components(const char* components) TIMEMORY_VISIBLE;

/* Removes components on the calling thread. */
extern void timemory_remove_components(const char* components) TIMEMORY_VISIBLE;

/* Replaces the components of the calling thread until timemory_pop_components. */
extern void timemory_push_components(const char* components) TIMEMORY_VISIBLE;

/* Pushes components by their numbers (timemory/enum.h). */
extern void timemory_push_components_enum(int count, ...) TIMEMORY_VISIBLE;

/* Restores the components from before the last push. */
extern void timemory_pop_components(void) TIMEMORY_VISIBLE;

/* ---- Regions, closed by name on the thread that opened them -------------------------------------------------------------------- */

/* Opens the region `name` as a child of the current region of the calling thread. */
extern void timemory_push_region(const char* name) TIMEMORY_VISIBLE;

/* Closes the region `name` that was pushed last on the calling thread. */
extern void timemory_pop_region(const char* name) TIMEMORY_VISIBLE;

/* ---- Records: regions closed by number, which may overlap ---------------------------------------------------------------------- */

/* Opens a region and stores its number for timemory_end_record, on the same thread. Does nothing if id is NULL, because the region could
 * not be ended. */
extern void timemory_begin_record(const char* name, uint64_t* id) TIMEMORY_VISIBLE;

/* Begins a record with the components whose numbers follow, up to TIMEMORY_COMPONENTS_END. */
extern void timemory_begin_record_enum(const char* name, uint64_t* id, ...) TIMEMORY_VISIBLE;

/* Begins a record with components given by name. */
extern void timemory_begin_record_types(const char* name, uint64_t* id, const char* components) TIMEMORY_VISIBLE;

/* The same three functions, returning the record's number. */
extern uint64_t timemory_get_begin_record(const char* name) TIMEMORY_VISIBLE;
extern uint64_t timemory_get_begin_record_enum(const char* name, ...) TIMEMORY_VISIBLE;
extern uint64_t timemory_get_begin_record_types(const char* name, const char* components) TIMEMORY_VISIBLE;

/* Closes the region with the number. The largest number stands for a region that is not recorded and is ignored. */
extern void timemory_end_record(uint64_t id) TIMEMORY_VISIBLE;

/* ---- Hooks --------------------------------------------------------------------------------------------------------------------- */

/* Returns a number that no other call returns. */
extern uint64_t timemory_get_unique_id(void) TIMEMORY_VISIBLE;

/*
 * The function that regions and records use: opens a region with the n components whose numbers are in components, and stores its number in
 * *id. A library that is loaded earlier may define its own version.
 */
extern void timemory_create_record(const char* name, uint64_t* id, int n, int* components) TIMEMORY_VISIBLE;

/* Closes a region opened by timemory_create_record. */
extern void timemory_delete_record(uint64_t id) TIMEMORY_VISIBLE;

typedef void (*timemory_create_func_t)(const char*, uint64_t*, int, int*);
typedef void (*timemory_delete_func_t)(uint64_t);

/* Called instead of the two functions above if not NULL. */
extern timemory_create_func_t timemory_create_function TIMEMORY_VISIBLE;
extern timemory_delete_func_t timemory_delete_function TIMEMORY_VISIBLE;

/* ---- Traces: regions that instrumentation creates for functions ---------------------------------------------------------------------- */

/*
 * Starts measuring with components for traces, unless TIMEMORY_TRACE_COMPONENTS, TIMEMORY_COMPONENTS or TIMEMORY_GLOBAL_COMPONENTS name
 * others; NULL and "" mean a wall clock. If read_command_line, settings among the program's arguments are applied. The command is ignored.
 */
extern void timemory_trace_init(const char* components, bool read_command_line, const char* command) TIMEMORY_VISIBLE;

/* Reverts the last timemory_trace_init; the results are written when none is left. */
extern void timemory_trace_finalize(void) TIMEMORY_VISIBLE;

/* Returns whether timemory_trace_init was called more often than timemory_trace_finalize. */
extern bool timemory_trace_is_initialized(void) TIMEMORY_VISIBLE;

/* Sets an environment variable if it is not set, and applies it if it is a setting. */
extern void timemory_trace_set_env(const char* variable, const char* value) TIMEMORY_VISIBLE;

/* Indicates that libtimemory-mpip.so measures MPI functions; defined so that callers link. */
extern void timemory_trace_set_mpi(bool use, bool attached) TIMEMORY_VISIBLE;

/*
 * Open and close a trace, like regions. A trace that was closed TIMEMORY_THROTTLE_COUNT times on a thread and took less than
 * TIMEMORY_THROTTLE_VALUE nanoseconds on average is no longer recorded on that thread.
 */
extern void timemory_push_trace(const char* name) TIMEMORY_VISIBLE;
extern void timemory_pop_trace(const char* name) TIMEMORY_VISIBLE;

/* Begins a trace by a number registered with timemory_add_hash_id. */
extern void timemory_push_trace_hash(uint64_t id) TIMEMORY_VISIBLE;
extern void timemory_pop_trace_hash(uint64_t id) TIMEMORY_VISIBLE;
extern void timemory_add_hash_id(uint64_t id, const char* name) TIMEMORY_VISIBLE;
extern void timemory_add_hash_ids(uint64_t count, uint64_t* ids, const char** names) TIMEMORY_VISIBLE;

/* Returns whether the trace is no longer recorded on the calling thread; the second function resumes recording it. */
extern bool timemory_is_throttled(const char* name) TIMEMORY_VISIBLE;
extern void timemory_reset_throttle(const char* name) TIMEMORY_VISIBLE;

/* ---- Functions called by the macros of timemory/timemory.h --------------------------------------------------------------------------- */

extern void c_timemory_init(int argc, char** argv, timemory_settings settings) TIMEMORY_VISIBLE;
extern void c_timemory_finalize(void) TIMEMORY_VISIBLE;
extern int c_timemory_enabled(void) TIMEMORY_VISIBLE;
extern void* c_timemory_create_auto_timer(const char* name) TIMEMORY_VISIBLE;
extern void c_timemory_delete_auto_timer(void* timer) TIMEMORY_VISIBLE;
extern void* c_timemory_create_auto_tuple(const char* name, ...) TIMEMORY_VISIBLE;
extern void c_timemory_delete_auto_tuple(void* tuple) TIMEMORY_VISIBLE;

/* Labels: the text; function/text; function/file:line/text. A label is valid until the calling thread has created sixteen more. */
extern const char* c_timemory_blank_label(const char* text) TIMEMORY_VISIBLE;
extern const char* c_timemory_basic_label(const char* function, const char* text) TIMEMORY_VISIBLE;
extern const char* c_timemory_label(const char* function, const char* file, int line, const char* text) TIMEMORY_VISIBLE;

/* Variants with other arguments: any number of components in an array; a label of kind 0, 1 or 2. Deleting returns NULL. */
extern void cxx_timemory_init(int argc, char** argv, timemory_settings settings) TIMEMORY_VISIBLE;
extern int cxx_timemory_enabled(void) TIMEMORY_VISIBLE;
extern void* cxx_timemory_create_auto_timer(const char* name) TIMEMORY_VISIBLE;
extern void* cxx_timemory_delete_auto_timer(void* timer) TIMEMORY_VISIBLE;
extern void* cxx_timemory_create_auto_tuple(const char* name, int n, const int* components) TIMEMORY_VISIBLE;
extern void* cxx_timemory_delete_auto_tuple(void* tuple) TIMEMORY_VISIBLE;
extern const char* cxx_timemory_label(int kind, int line, const char* function, const char* file, const char* text) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
