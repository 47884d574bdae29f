/*
 * custom components, in C: three functions, and a name by which the component is chosen like any other.
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
 * What a component is. Each node of the call graph has a piece of memory of `size` bytes for it, zeroed at first, which the functions are
 * given: by one thread at a time, start and stop in turn. They must not call functions of timemory. The memory lasts at least as long as
 * the functions are called with it, and is given back without a call.
 */
typedef struct {
    /* What settings and files call it: lower-case letters, digits, underscores. */
    const char* id;
    /* One sentence, the title of its table; NULL for none. */
    const char* description;
    /*
     * The unit of what value() returns. Of times nsec, usec, msec, sec, min or hr, and of memory B, KB, MB, GB or TB, which are shown in
     * the unit that fits; anything else is shown as it is. NULL for counts, which have none.
     */
    const char* unit;
    /* Bytes of memory for each node, at most 1 MiB. */
    size_t size;
    void (*start)(void* memory);
    void (*stop)(void* memory);
    /* The value of the lap that stop ended. One that is not a number (NAN) is not recorded, which is reported once. */
    double (*value)(void* memory);
} timemory_component;

/*
 * Makes the component known by its id; what the struct and its texts hold is copied. To be called before components are chosen by that id,
 * once for each. False, and timemory_error says why, where the id is no name or is taken, or a function is missing.
 */
extern bool timemory_register_component(const timemory_component* component) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
