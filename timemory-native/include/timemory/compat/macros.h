/* Compiler features that the headers need. */
#ifndef TIMEMORY_COMPAT_MACROS_H
#define TIMEMORY_COMPAT_MACROS_H

#ifndef TIMEMORY_ATTRIBUTE
#define TIMEMORY_ATTRIBUTE(attribute) __attribute__((attribute))
#endif
#ifndef TIMEMORY_VISIBILITY
#define TIMEMORY_VISIBILITY(mode) TIMEMORY_ATTRIBUTE(visibility(mode))
#endif
#ifndef TIMEMORY_VISIBLE
#define TIMEMORY_VISIBLE TIMEMORY_VISIBILITY("default")
#endif
#ifndef TIMEMORY_HIDDEN
#define TIMEMORY_HIDDEN TIMEMORY_VISIBILITY("hidden")
#endif
#ifndef TIMEMORY_DLL
#define TIMEMORY_DLL
#endif
#ifndef TIMEMORY_CDLL
#define TIMEMORY_CDLL
#endif

/* Marks functions that -finstrument-functions must not instrument. */
#ifndef TIMEMORY_NEVER_INSTRUMENT
#define TIMEMORY_NEVER_INSTRUMENT TIMEMORY_ATTRIBUTE(no_instrument_function)
#endif

/* Code that is compiled only if timemory is enabled. */
#ifndef TIMEMORY_CODE
#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)
#define TIMEMORY_CODE(...)
#else
#define TIMEMORY_CODE(...) __VA_ARGS__
#endif
#endif

#endif
