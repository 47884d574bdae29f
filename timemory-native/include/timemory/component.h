/*
 * Custom components in C: functions, and an id by which the component is chosen like any other.
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
 * A component. Each region that it measures on a thread has a block of memory of `size` bytes for it, zeroed at first and aligned as malloc
 * does, which is passed to the functions: by one thread at a time, start and stop in turn. The memory outlasts the last call with it.
 *
 * The functions are called while the thread is inside the library. They may call timemory_component_fail and timemory_instance_...; other
 * functions of timemory do nothing then, which is reported.
 *
 * The value of a lap is read by one of `value`, `integer` and `values`. A component without any of these is a marker: it records nothing
 * and has no table. Its functions are called at each lap, to forward regions to another tool.
 *
 * Set what is not needed to zero, as designated initialisers do.
 */
typedef struct {
    /* The name in settings and files: lower-case letters, digits, underscores. */
    const char* id;
    /* One sentence, the title of its table; NULL for the id. */
    const char* description;
    /*
     * The unit of its values. For times nsec, usec, msec, sec, min or hr, and for memory B, KB, MB, GB or TB, which are shown in the unit
     * that fits; anything else is shown as it is. NULL for counts, which have none.
     */
    const char* unit;
    /* Bytes of memory for each region, at most 1 MiB. */
    size_t size;
    void (*start)(void* memory);
    void (*stop)(void* memory);

    /* A floating-point value of the lap that stop ended. NAN and infinities are not recorded, which is reported once. */
    double (*value)(void* memory);
    /* An integer value, all 64 bits of which count. */
    int64_t (*integer)(void* memory);
    /* A value with several numbers: see `numbers`. Writes it to `value`. */
    void (*values)(void* memory, void* value);

    /*
     * For `values`: the names of the numbers of a value, separated by commas; at most 64. Each may be followed by how the numbers of two
     * laps are merged: "calls, smallest=min, largest=max", where sum is the default. The value is then an array of as many doubles.
     */
    const char* elements;
    /*
     * If the value is something else, such as a struct: its size in bytes, at most 4096, aligned to 8; how a value is merged into another,
     * and how its numbers are found, one for each name in `elements`. These two are called by any thread, also while the component measures
     * on others, and must use nothing but their arguments.
     */
    size_t value_size;
    void (*merge)(void* into, const void* value);
    void (*numbers)(const void* value, double* numbers);

    /* The short name, as in the METRIC column and in file names; NULL for the id. */
    const char* label;
    /* Called before the first start with the label of the region, a text that lasts as long as the memory. */
    void (*set_prefix)(void* memory, const char* label);
    /* Called for memory that was started, once it is no longer used: on any thread, and not as the process ends. */
    void (*destroy)(void* memory);
    /* Called in place of start for regions of a GPU stream (timemory/stream.h); NULL if the component makes no difference. */
    void (*start_stream)(void* memory, void* stream);
} timemory_component;

/*
 * Makes the component known by its id. The struct and its texts are copied. To be called before components are chosen by that id, once for
 * each. The objects (libraries, plug-ins) that the functions are in are never unloaded from then on.
 *
 * Returns false if the id is invalid or taken, or a function is missing; timemory_error says why.
 */
extern bool timemory_register_component(const timemory_component* component) TIMEMORY_VISIBLE;

/*
 * No function of the component is called from now on, except merge and numbers, and its further laps are not recorded. For components in
 * languages with a runtime that ends before the process does. Calls in progress on other threads are not waited for. Its id stays taken.
 * NULL, and an id that was not registered, do nothing.
 */
extern void timemory_retire_component(const char* id) TIMEMORY_VISIBLE;

/*
 * Abandons the current lap, when called in a function of a component: the lap is not recorded, and `reason` is reported once. The first of
 * several calls in one function counts. Does nothing elsewhere.
 */
extern void timemory_component_fail(const char* reason) TIMEMORY_VISIBLE;

/* ---- Components by themselves -------------------------------------------------------------------------------------------------------- */

/*
 * One component, any that is known, without a region: nothing enters the call graph. A custom component is made of others by these, in its
 * own functions: a rate of operations, for example, from a clock and a counter.
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
 * An instance to be used by one thread at a time. `label` replaces the region's label in components that use one, such as markers; NULL for
 * none. Returns NULL for an unknown component, and for one that cannot measure here; timemory_error says why.
 */
extern timemory_instance* timemory_instance_create(const char* component, const char* label) TIMEMORY_VISIBLE;

/* Begins and ends a lap. False, with the reason in timemory_error, if it failed: start twice, stop without a start, a failed reading. */
extern bool timemory_instance_start(timemory_instance* instance) TIMEMORY_VISIBLE;
extern bool timemory_instance_stop(timemory_instance* instance) TIMEMORY_VISIBLE;

/*
 * The totals of number `element`, counted from 0, over all laps, in the unit that results are written in: seconds, megabytes. False if
 * there is no such number, or no lap yet.
 */
extern bool timemory_instance_get(timemory_instance* instance, int element, timemory_totals* totals) TIMEMORY_VISIBLE;

/* Destroys the instance. NULL does nothing. */
extern void timemory_instance_destroy(timemory_instance* instance) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
