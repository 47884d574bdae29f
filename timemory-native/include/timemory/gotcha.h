/*
 * Gotchas measure, count or replace functions of other libraries, without the source code of the library or its callers.
 *
 *     static double (*original)(double);
 *     static double in_single_precision(double x) { return expf((float)x); }
 *
 *     timemory_gotcha* math = timemory_gotcha_create("wall_clock", 0);
 *     timemory_gotcha_wrap(math, "sin", "f64(f64)");
 *     timemory_gotcha_replace(math, "exp", (void*)in_single_precision, (void**)&original);
 *     if (!timemory_gotcha_start(math)) fprintf(stderr, "%s\n", timemory_error());
 *     ...
 *     timemory_gotcha_stop(math);
 *
 * A shared object calls functions of others through slots in its GOT. The slots of all objects of the process are rewritten when a gotcha
 * is first started, and those of objects loaded later when they are loaded. Calls within an object, calls through addresses taken earlier,
 * system calls and statically linked programs are not affected.
 *
 * A gotcha is active while it has been started more often than stopped. While it is inactive, each call takes 2 to 3 ns longer. Calls in
 * its own code (audits, components) are not intercepted by any gotcha.
 *
 * All functions are thread-safe, but a gotcha must not be configured by two threads at once. Functions that fail return false, NULL or 0;
 * timemory_error returns the reason. After fork, gotchas do nothing in the child.
 *
 * If DISABLE_TIMEMORY is defined, all functions do nothing and need no library.
 */
#ifndef TIMEMORY_GOTCHA_H
#define TIMEMORY_GOTCHA_H

#include "timemory/bundle.h"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)
#include "timemory/compat/disabled_gotcha.h"
#else

#ifdef __cplusplus
extern "C" {
#endif

typedef struct timemory_gotcha timemory_gotcha;

/*
 * Creates a gotcha whose calls are regions with these components, in the format of timemory_bundle_create; NULL or empty for none. Among
 * several gotchas for one function, the one with the highest priority is outermost; with equal priority, the one started last.
 */
extern timemory_gotcha* timemory_gotcha_create(const char* components, int priority) TIMEMORY_VISIBLE;

/* ---- Wrapped functions: before the first start --------------------------------------------------------------------------------------- */

/*
 * Measures each call of the function as a region with its name, below the current region. `function` is the linker symbol, with "@VERSION"
 * for one version only. `signature` is its result and parameters as in "i32(ptr, u64, ...)", made of
 *
 *     v  i8 i16 i32 i64  u8 u16 u32 u64  f32 f64  ptr str  ...
 *
 * Other types (structures by value, long double, vectors) are rejected. Only the listed arguments are passed on. Without a signature
 * (NULL), all registers and 128 bytes of stack arguments are passed on, and audits see no arguments.
 */
extern bool timemory_gotcha_wrap(timemory_gotcha* gotcha, const char* function, const char* signature) TIMEMORY_VISIBLE;

/*
 * Calls another function instead, with the same parameters and result. Stores the function to call next in *original: the original
 * function, or that of another gotcha. If objects call different functions of that name, because of versions or in two libraries, the first
 * one found is replaced.
 */
extern bool timemory_gotcha_replace(timemory_gotcha* gotcha, const char* function, void* replacement, void** original) TIMEMORY_VISIBLE;

/*
 * Counts each call, which takes 2 ns, and sums one of its integer arguments, counted from 0; a negative number for none. See
 * timemory_gotcha_counted.
 */
extern bool timemory_gotcha_count(timemory_gotcha* gotcha, const char* function, int argument) TIMEMORY_VISIBLE;

/* A wrapped call; valid during the audit. */
typedef struct timemory_call timemory_call;

/*
 * Called in each wrapped call after its region starts and before the region ends. If the function does not return (exception, longjmp, end
 * of the thread), outgoing is passed NULL.
 */
typedef void (*timemory_incoming)(timemory_call* call, void* data);
typedef void (*timemory_outgoing)(timemory_call* call, void* data);
extern bool timemory_gotcha_audit(timemory_gotcha* gotcha, timemory_incoming incoming, timemory_outgoing outgoing,
                                  void* data) TIMEMORY_VISIBLE;

/*
 * Return the name of the function; its arguments as declared in the signature, counted from 0; and its result, which only outgoing can
 * read. Otherwise 0.
 */
extern const char* timemory_call_function(const timemory_call* call) TIMEMORY_VISIBLE;
extern int64_t timemory_call_integer(const timemory_call* call, int argument) TIMEMORY_VISIBLE;
extern double timemory_call_floating(const timemory_call* call, int argument) TIMEMORY_VISIBLE;
extern const void* timemory_call_pointer(const timemory_call* call, int argument) TIMEMORY_VISIBLE;
extern int64_t timemory_call_integer_result(const timemory_call* call) TIMEMORY_VISIBLE;
extern double timemory_call_floating_result(const timemory_call* call) TIMEMORY_VISIBLE;

/* ---- Which calls -------------------------------------------------------------------------------------------------------------------- */

/*
 * Restrict the gotcha to calls from these objects, or exclude them: file names or paths with * and ?, separated by commas, such as
 * "libz.so*,/opt/tools/" and '*'. Rejection takes precedence. Call them before the first start.
 */
extern bool timemory_gotcha_permit_callers(timemory_gotcha* gotcha, const char* objects) TIMEMORY_VISIBLE;
extern bool timemory_gotcha_reject_callers(timemory_gotcha* gotcha, const char* objects) TIMEMORY_VISIBLE;

/*
 * Restrict the gotcha to these of its functions, or exclude them: names with * and ?, separated by commas. NULL or empty removes the
 * filter. Can be called at any time.
 */
extern bool timemory_gotcha_permit(timemory_gotcha* gotcha, const char* functions) TIMEMORY_VISIBLE;
extern bool timemory_gotcha_reject(timemory_gotcha* gotcha, const char* functions) TIMEMORY_VISIBLE;

/*
 * Sets whether calls of all threads are wrapped while it is active (the default), or only those of threads that started it. Call it before
 * the first start. Replaced and counted functions always apply to all threads, and cannot be in a gotcha of single threads.
 */
enum timemory_gotcha_scope { TIMEMORY_GOTCHA_ALL_THREADS, TIMEMORY_GOTCHA_THREAD };
extern bool timemory_gotcha_set_scope(timemory_gotcha* gotcha, enum timemory_gotcha_scope scope) TIMEMORY_VISIBLE;

/* ---- When --------------------------------------------------------------------------------------------------------------------------- */

/*
 * Starts the gotcha. Returns false if a function has no slot or a slot cannot be written; timemory_error has the reason and the objects
 * that define the function. The gotcha is active anyway, since objects that call it may be loaded later.
 */
extern bool timemory_gotcha_start(timemory_gotcha* gotcha) TIMEMORY_VISIBLE;
extern void timemory_gotcha_stop(timemory_gotcha* gotcha) TIMEMORY_VISIBLE;

/*
 * Restores the original slots exactly. Calls in progress end as usual. The gotcha cannot be started again; the totals counted by all
 * threads remain available.
 */
extern void timemory_gotcha_remove(timemory_gotcha* gotcha) TIMEMORY_VISIBLE;

/* Returns the number of rewritten slots of the function, or of all its functions if NULL. */
extern size_t timemory_gotcha_slots(timemory_gotcha* gotcha, const char* function) TIMEMORY_VISIBLE;

/* Number of counted calls and sum of the argument: of the calling thread only (until the gotcha is removed), or of all threads. */
typedef struct {
    uint64_t calls;
    int64_t sum;
} timemory_counted;
extern bool timemory_gotcha_counted(timemory_gotcha* gotcha, const char* function, bool here, timemory_counted* counted) TIMEMORY_VISIBLE;

/*
 * While enabled more often than disabled, calls of the calling thread bypass all gotchas. For code that measures or replaces functions and
 * also calls them itself.
 */
extern void timemory_gotcha_pass_by(bool on) TIMEMORY_VISIBLE;

/* Returns the exported name of the function at this address, even if a gotcha redirects it, or NULL. */
extern const char* timemory_symbol_of(const void* function) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
