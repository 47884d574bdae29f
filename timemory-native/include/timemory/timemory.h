/*
 * Macros to measure a C program, which expand to nothing if DISABLE_TIMEMORY is defined:
 *
 *     timemory_settings settings = TIMEMORY_SETTINGS_INIT;
 *     TIMEMORY_INIT(argc, argv, settings);
 *     void* timer = TIMEMORY_AUTO_TIMER("");                              // wall, CPU, utilisation, peak RSS, user_global_bundle
 *     void* marker = TIMEMORY_BLANK_MARKER("solve", WALL_CLOCK, PEAK_RSS);
 *     ...
 *     FREE_TIMEMORY_MARKER(marker);
 *     FREE_TIMEMORY_AUTO_TIMER(timer);
 *     TIMEMORY_FINALIZE();
 *
 * A BLANK label is the text itself, a BASIC label starts with the function name, and other labels with the function name, file and line.
 *
 * In C++, a timer or marker ends with its scope instead: see timemory/compat/scoped.hpp. The macros that start with TIMEMORY_C_ are the
 * same in both languages.
 */
#ifndef TIMEMORY_TIMEMORY_H
#define TIMEMORY_TIMEMORY_H

#include "timemory/version.h"

#ifdef __cplusplus
#include "timemory/timemory.hpp"
#endif

#include "timemory/compat/timemory_c.h"

#define TIMEMORY_SETTINGS_INIT TIMEMORY_C_SETTINGS_INIT
#define TIMEMORY_INIT(...) TIMEMORY_C_INIT(__VA_ARGS__)
#define TIMEMORY_FINALIZE(...) TIMEMORY_C_FINALIZE()

#define TIMEMORY_AUTO_LABEL(...) TIMEMORY_C_AUTO_LABEL(__VA_ARGS__)

#define FREE_TIMEMORY_AUTO_TIMER(...) FREE_TIMEMORY_C_AUTO_TIMER(__VA_ARGS__)
#ifndef __cplusplus
#define TIMEMORY_BLANK_AUTO_TIMER(...) TIMEMORY_C_BLANK_AUTO_TIMER(__VA_ARGS__)
#define TIMEMORY_BASIC_AUTO_TIMER(...) TIMEMORY_C_BASIC_AUTO_TIMER(__VA_ARGS__)
#define TIMEMORY_AUTO_TIMER(...) TIMEMORY_C_AUTO_TIMER(__VA_ARGS__)

#define TIMEMORY_BLANK_MARKER(...) TIMEMORY_C_BLANK_MARKER(__VA_ARGS__)
#define TIMEMORY_BASIC_MARKER(...) TIMEMORY_C_BASIC_MARKER(__VA_ARGS__)
#define TIMEMORY_MARKER(...) TIMEMORY_C_MARKER(__VA_ARGS__)
#endif
#define FREE_TIMEMORY_MARKER(...) FREE_TIMEMORY_C_MARKER(__VA_ARGS__)

#endif
