/*
 * Custom components in C: three functions, and a name to select the component like any other.
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
 * C++ has timemory::register_component of timemory/timemory.hpp.
 */
#ifndef TIMEMORY_COMPONENT_H
#define TIMEMORY_COMPONENT_H

#include <stddef.h>

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Describes a component. Each call-graph node has a block of `size` bytes, initially zero, that is passed to the functions: by one thread
 * at a time, start and stop alternating. They must not call functions of timemory. The block lives at least as long as the functions are
 * called with it, and is freed without notice.
 */
typedef struct {
    /* Name in settings and files: lower-case letters, digits, underscores. */
    const char* id;
    /* Description and title of its table; NULL for none. */
    const char* description;
    /*
     * Unit of value(). Times (nsec, usec, msec, sec, min, hr) and memory (B, KB, MB, GB, TB) are shown in a suitable unit; any other unit
     * is shown as given. NULL for counts.
     */
    const char* unit;
    /* Bytes of memory per node, at most 1 MiB. */
    size_t size;
    void (*start)(void* memory);
    void (*stop)(void* memory);
    /* Returns the value of the lap that stop ended. NAN is not recorded, which is reported once. */
    double (*value)(void* memory);
} timemory_component;

/*
 * Registers the component by its id. The struct and its strings are copied. Call it once, before components are selected by that id.
 * Returns false, with the reason in timemory_error, if the id is invalid or taken, or a function is missing.
 */
extern bool timemory_register_component(const timemory_component* component) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
