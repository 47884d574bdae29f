/* Macros that measure parts of a C function as regions; timemory/timemory.h defines them under their usual names. */
#ifndef TIMEMORY_COMPAT_TIMEMORY_C_H
#define TIMEMORY_COMPAT_TIMEMORY_C_H

#include <stddef.h>

#include "timemory/compat/settings.h"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)

/* Uses variables that exist only to be passed to timemory, so that compilers do not warn about them. */
#define TIMEMORY_C_INIT(argc, argv, settings) ((void)(argc), (void)(argv), (void)(settings))
#define TIMEMORY_C_FINALIZE()
#define TIMEMORY_C_AUTO_LABEL(...) ""
#define TIMEMORY_C_BLANK_LABEL(...) ""
#define TIMEMORY_C_BASIC_LABEL(...) ""
#define TIMEMORY_C_LABEL(...) ""
#define TIMEMORY_C_BLANK_AUTO_TIMER(...) NULL
#define TIMEMORY_C_BASIC_AUTO_TIMER(...) NULL
#define TIMEMORY_C_AUTO_TIMER(...) NULL
#define FREE_TIMEMORY_C_AUTO_TIMER(timer) ((void)(timer))
#define TIMEMORY_C_BLANK_MARKER(...) NULL
#define TIMEMORY_C_BASIC_MARKER(...) NULL
#define TIMEMORY_C_MARKER(...) NULL
#define FREE_TIMEMORY_C_MARKER(tuple) ((void)(tuple))

#else

#include "timemory/compat/library.h"

#define TIMEMORY_C_INIT(argc, argv, settings) c_timemory_init(argc, argv, settings)
#define TIMEMORY_C_FINALIZE() c_timemory_finalize()

#define TIMEMORY_C_BLANK_LABEL(text) c_timemory_blank_label(text)
#define TIMEMORY_C_BASIC_LABEL(text) c_timemory_basic_label(__func__, text)
#define TIMEMORY_C_LABEL(text) c_timemory_label(__func__, __FILE__, __LINE__, text)
#define TIMEMORY_C_AUTO_LABEL(text) TIMEMORY_C_LABEL(text)

#define TIMEMORY_C_BLANK_AUTO_TIMER(text) c_timemory_create_auto_timer(TIMEMORY_C_BLANK_LABEL(text))
#define TIMEMORY_C_BASIC_AUTO_TIMER(text) c_timemory_create_auto_timer(TIMEMORY_C_BASIC_LABEL(text))
#define TIMEMORY_C_AUTO_TIMER(text) c_timemory_create_auto_timer(TIMEMORY_C_LABEL(text))
#define FREE_TIMEMORY_C_AUTO_TIMER(timer) c_timemory_delete_auto_timer((void*)(timer))

#define TIMEMORY_C_BLANK_MARKER(text, ...) c_timemory_create_auto_tuple(TIMEMORY_C_BLANK_LABEL(text), __VA_ARGS__, TIMEMORY_COMPONENTS_END)
#define TIMEMORY_C_BASIC_MARKER(text, ...) c_timemory_create_auto_tuple(TIMEMORY_C_BASIC_LABEL(text), __VA_ARGS__, TIMEMORY_COMPONENTS_END)
#define TIMEMORY_C_MARKER(text, ...) c_timemory_create_auto_tuple(TIMEMORY_C_LABEL(text), __VA_ARGS__, TIMEMORY_COMPONENTS_END)
#define FREE_TIMEMORY_C_MARKER(tuple) c_timemory_delete_auto_tuple((void*)(tuple))

#endif

#endif
