/*
 * Custom components in C: a set of functions, and an id by which the component is selected like any other.
 *
 *     struct open_files { double before, value; };
 *
 *     static void start(void* files) { ((struct open_files*)files)->before = count_open_files(); }
 *     static void stop(void* files) { struct open_files* f = files; f->value = count_open_files() - f->before; }
 *     static double value(void* files) { return ((struct open_files*)files)->value; }
 *
 *     timemory_component files = {.id = "open_files", .description = "Change of the number of open files",
 *                                 .size = sizeof(struct open_files), .start = start, .stop = stop, .value = value};
 *     if (!timemory_register_component(&files)) fprintf(stderr, "%s\n", timemory_error());
 *     ...
 *     timemory_push_components("wall_clock,open_files");
 *
 * A program may have any number of them. C++ has timemory/component.hpp.
 */
#ifndef TIMEMORY_COMPONENT_H
#define TIMEMORY_COMPONENT_H

#include <stddef.h>
#include <stdint.h>

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Custom components --------------------------------------------------------------------------------------------------------------- */

/*
 * A component. A component. Each region of a thread has a block of `size` bytes, initially zero and aligned as malloc aligns it, which is
 * passed to the functions: by one thread at a time, alternating start and stop. The memory stays valid until after the last call with it.
 *
 * The functions run while the thread is inside the library. They may call timemory_component_fail and timemory_instance_...; other timemory
 * functions then do nothing, which is reported.
 *
 * The value of a lap is read by one of `value`, `integer` and `values`. A component without any of these is a marker: it records nothing
 * and has no table. Its functions are called at each lap, to forward regions to another tool.
 *
 * Set unused members to zero, as designated initialisers do.
 */
typedef struct {
    /* The id in settings and files: lower-case letters, digits, underscores. */
    const char* id;
    /* One sentence, the title of its table; NULL for the id. */
    const char* description;
    /*
     * The unit of the values. Times use nsec, usec, msec, sec, min or hr, and memory B, KB, MB, GB or TB; tables scale these to a suitable
     * unit. Any other unit is shown unchanged. NULL for counts, which have no unit.
     */
    const char* unit;
    /* Bytes of memory per region, at most 1 MiB. */
    size_t size;
    void (*start)(void* memory);
    void (*stop)(void* memory);

    /* Returns the floating-point value of the lap that stop ended. NAN and infinite values are not recorded, which is reported once. */
    double (*value)(void* memory);
    /* Returns an integer value; all 64 bits are significant. */
    int64_t (*integer)(void* memory);
    /* Writes a value with several numbers (see `numbers`) to `value`. */
    void (*values)(void* memory, void* value);

    /*
     * For `values`: the names of the numbers in a value, separated by commas; at most 64. Each may be followed by the function that merges
     * the numbers of two laps, sum by default: "calls, smallest=min, largest=max". The value is then an array with one double per name.
     */
    const char* elements;
    /*
     * If the value is something else, such as a struct: its size in bytes, at most 4096 and aligned to 8; a function that merges one value
     * into another; and one that extracts a number for each name in `elements`. These two may be called by any thread, even while the
     * component measures on others, and must use only their arguments.
     */
    size_t value_size;
    void (*merge)(void* into, const void* value);
    void (*numbers)(const void* value, double* numbers);

    /* The short name, as in the METRIC column and in file names; NULL for the id. */
    const char* label;
    /* Called before the first start with the label of the region, which stays valid as long as the memory. */
    void (*set_prefix)(void* memory, const char* label);
    /* Called for memory that was started, once it is no longer used: on any thread, but not when the process ends. */
    void (*destroy)(void* memory);
    /* Called in place of start for regions of a GPU stream (timemory/stream.h); NULL if the component makes no difference. */
    void (*start_stream)(void* memory, void* stream);
} timemory_component;

/*
 * Registers the component under its id. The struct and its texts are copied. Call it once per component, before the id is used to select
 * components. The objects (libraries, plug-ins) that contain the functions are never unloaded afterwards.
 *
 * Returns false if the id is invalid or taken, or a function is missing; timemory_error says why.
 */
extern bool timemory_register_component(const timemory_component* component) TIMEMORY_VISIBLE;

/*
 * Stops calling the functions of the component, except merge and numbers; its further laps are not recorded. For components in languages
 * whose runtime ends before the process does. Does not wait for calls in progress on other threads. The id stays taken. NULL and
 * unregistered ids are ignored.
 */
extern void timemory_retire_component(const char* id) TIMEMORY_VISIBLE;

/*
 * Discards the current lap, when called in a function of a component: the lap is not recorded, and `reason` is reported once. If called
 * several times in one function, the first reason is reported. Does nothing elsewhere.
 */
extern void timemory_component_fail(const char* reason) TIMEMORY_VISIBLE;

/* ---- Components without regions ------------------------------------------------------------------------------------------------------ */

/*
 * An instance of any component, without a region: nothing is recorded in the call graph. A custom component can use instances in its own
 * functions to combine other components: a rate of operations, for example, from a clock and a counter.
 *
 *     timemory_instance* clock = timemory_instance_create("wall_clock", NULL);
 *     timemory_instance_start(clock);
 *     ...
 *     timemory_instance_stop(clock);
 *     timemory_totals time;
 *     if (timemory_instance_get(clock, 0, &time)) printf("%g s\n", time.last);
 *     timemory_instance_destroy(clock);
 */
typedef struct timemory_instance timemory_instance;

/*
 * Creates an instance, to be used by one thread at a time. `label` replaces the region's label in components that use one, such as markers;
 * NULL for none. Returns NULL for a component that is unknown or unavailable here; timemory_error says why.
 */
extern timemory_instance* timemory_instance_create(const char* component, const char* label) TIMEMORY_VISIBLE;

/*
 * Start and end a lap. Return false, with the reason in timemory_error, on failure: start called twice, stop without start, a failed
 * reading.
 */
extern bool timemory_instance_start(timemory_instance* instance) TIMEMORY_VISIBLE;
extern bool timemory_instance_stop(timemory_instance* instance) TIMEMORY_VISIBLE;

/*
 * Returns the totals of number `element`, counted from 0, over all laps, in the unit of the results: seconds, megabytes. Returns false if
 * there is no such number, or no lap yet.
 */
extern bool timemory_instance_get(timemory_instance* instance, int element, timemory_totals* totals) TIMEMORY_VISIBLE;

/* Destroys the instance. NULL is ignored. */
extern void timemory_instance_destroy(timemory_instance* instance) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
