/*
 * Gotchas: functions of other libraries, measured at each call, counted, or replaced, without their source or that of their callers.
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
 * A shared object calls functions of others through slots, addresses in its own data. Those of all objects of the process are rewritten
 * when a gotcha is first started, and those of objects that are loaded later as they come. Not reached are calls within one object and by
 * addresses that the program took before, system calls, and programs that are linked statically.
 *
 * A gotcha acts while it was started more often than it was stopped. Where it does not, a call takes two or three nanoseconds more than
 * without. In code of its own (audits, and what measures) the thread's calls are not seen by any gotcha.
 *
 * Any thread may call any of these functions; one gotcha is not to be described by two at once. What fails returns false, NULL or 0, and
 * timemory_error says why. After fork, gotchas do nothing in the child.
 *
 * Where DISABLE_TIMEMORY is defined, everything here is there, does nothing and needs no library.
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
 * A gotcha whose calls are regions with these components, as timemory_bundle_create takes them; NULL or empty: of none. Of several gotchas
 * for one function the one with the highest priority is outermost, of the same priority the one that was started last.
 */
extern timemory_gotcha* timemory_gotcha_create(const char* components, int priority) TIMEMORY_VISIBLE;

/* ---- What it is of: before it is first started -------------------------------------------------------------------------------------- */

/*
 * Measures each call of the function as a region with its name, below the region that is open. The function is its name as the linker has
 * it, with "@VERSION" for one version alone. The signature is its result and its parameters as in "i32(ptr, u64, ...)", of
 *
 *     v  i8 i16 i32 i64  u8 u16 u32 u64  f32 f64  ptr str  ...
 *
 * What else there is (structures by value, long double, vectors) is refused by its name. What it does not name is not passed on. Without a
 * signature (NULL), all registers and 128 bytes of arguments on the stack are, and audits know no arguments.
 */
extern bool timemory_gotcha_wrap(timemory_gotcha* gotcha, const char* function, const char* signature) TIMEMORY_VISIBLE;

/*
 * Calls another function instead, with the same parameters and result. *original is what it may go on with: the function, or what another
 * gotcha does there. Where objects call two functions of that name, by version or in two libraries, the first that is found is replaced.
 */
extern bool timemory_gotcha_replace(timemory_gotcha* gotcha, const char* function, void* replacement, void** original) TIMEMORY_VISIBLE;

/*
 * Counts each call, in two nanoseconds, and adds up one of its integer arguments, counted from 0; below 0: none. See
 * timemory_gotcha_counted.
 */
extern bool timemory_gotcha_count(timemory_gotcha* gotcha, const char* function, int argument) TIMEMORY_VISIBLE;

/* A call that is wrapped, for as long as the audit takes. */
typedef struct timemory_call timemory_call;

/*
 * Called in each wrapped call: after the region began, and before it ends. Where the function does not return (an exception, longjmp, the
 * end of the thread) outgoing has NULL for the call.
 */
typedef void (*timemory_incoming)(timemory_call* call, void* data);
typedef void (*timemory_outgoing)(timemory_call* call, void* data);
extern bool timemory_gotcha_audit(timemory_gotcha* gotcha, timemory_incoming incoming, timemory_outgoing outgoing,
                                  void* data) TIMEMORY_VISIBLE;

/*
 * The function's name, its arguments as its signature has them, counted from 0, and its result, which there is in outgoing; 0 for others.
 */
extern const char* timemory_call_function(const timemory_call* call) TIMEMORY_VISIBLE;
extern int64_t timemory_call_integer(const timemory_call* call, int argument) TIMEMORY_VISIBLE;
extern double timemory_call_floating(const timemory_call* call, int argument) TIMEMORY_VISIBLE;
extern const void* timemory_call_pointer(const timemory_call* call, int argument) TIMEMORY_VISIBLE;
extern int64_t timemory_call_integer_result(const timemory_call* call) TIMEMORY_VISIBLE;
extern double timemory_call_floating_result(const timemory_call* call) TIMEMORY_VISIBLE;

/* ---- Which calls -------------------------------------------------------------------------------------------------------------------- */

/*
 * Only calls by these objects, or all but those: names of files or paths with * and ?, separated by commas, as "libz.so*,/opt/tools/" and
 * '*'. What is rejected is not permitted. Before it is first started.
 */
extern bool timemory_gotcha_permit_callers(timemory_gotcha* gotcha, const char* objects) TIMEMORY_VISIBLE;
extern bool timemory_gotcha_reject_callers(timemory_gotcha* gotcha, const char* objects) TIMEMORY_VISIBLE;

/* Only these of its functions, or all but those: names with * and ?, separated by commas. NULL or empty: as if never said. At any time. */
extern bool timemory_gotcha_permit(timemory_gotcha* gotcha, const char* functions) TIMEMORY_VISIBLE;
extern bool timemory_gotcha_reject(timemory_gotcha* gotcha, const char* functions) TIMEMORY_VISIBLE;

/*
 * Whether calls of all threads are wrapped while it acts, as at first, or only those of threads that started it. Before it is first
 * started.
 */
enum timemory_gotcha_scope { TIMEMORY_GOTCHA_ALL_THREADS, TIMEMORY_GOTCHA_THREAD };
extern bool timemory_gotcha_set_scope(timemory_gotcha* gotcha, enum timemory_gotcha_scope scope) TIMEMORY_VISIBLE;

/* ---- When --------------------------------------------------------------------------------------------------------------------------- */

/*
 * False where a function has no slot, with the reason and the objects that have the function; it acts all the same, as one may come that
 * calls it. So it is where a slot may not be written.
 */
extern bool timemory_gotcha_start(timemory_gotcha* gotcha) TIMEMORY_VISIBLE;
extern void timemory_gotcha_stop(timemory_gotcha* gotcha) TIMEMORY_VISIBLE;

/*
 * Puts the slots back as they were before, to the byte. Calls that it is in the midst of end as they would have. The gotcha is not started
 * again; what all threads counted until then can be asked for.
 */
extern void timemory_gotcha_remove(timemory_gotcha* gotcha) TIMEMORY_VISIBLE;

/* How many slots of the function, or with NULL of all of its functions, are rewritten now. */
extern size_t timemory_gotcha_slots(timemory_gotcha* gotcha, const char* function) TIMEMORY_VISIBLE;

/* Calls that were counted, and the sum of the argument: those of the calling thread alone, until it is removed, or of all. */
typedef struct {
    uint64_t calls;
    int64_t sum;
} timemory_counted;
extern bool timemory_gotcha_counted(timemory_gotcha* gotcha, const char* function, bool here, timemory_counted* counted) TIMEMORY_VISIBLE;

/*
 * While it was said more often than taken back, what the calling thread calls passes all gotchas by: for code that measures or replaces,
 * and calls what it measures.
 */
extern void timemory_gotcha_pass_by(bool on) TIMEMORY_VISIBLE;

/* The name by which other objects know the function with this address, or NULL; also of one that a gotcha leads elsewhere. */
extern const char* timemory_symbol_of(const void* function) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif

#endif
