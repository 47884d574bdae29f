/*
 * When a library measures: as long as something was started that was not stopped, or it is registered. Where it was preloaded the program
 * says nothing about it, and it is registered from the start.
 */
#ifndef TM_ACTIVE_H
#define TM_ACTIVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

extern atomic_bool tm_is_active;

/* A number for tm_stop; 0, and nothing is measured, where the settings say so. */
extern uint64_t tm_start(void);

/* 0 where that was running; otherwise the number itself, and nothing changes. */
extern uint64_t tm_stop(uint64_t id);

extern void tm_set_registered(bool registered);

/*
 * For a component that has the library measure while regions with it are open, 1 when one begins and -1 when it ends: it is within
 * libtimemory.so, which may not be called from there, and so asks the settings itself.
 */
extern void tm_hold(int change);

/* Whether regions would be recorded: the first one begins to measure, and the program may end that. */
extern bool tm_is_recording(void);

/* Whether anybody said when it measures. */
extern bool tm_is_chosen(void);

/* Whether the settings let it measure. Not asked before something wants to be measured: with it, measuring begins. */
extern bool tm_is_enabled(void);

/* Whether it is known that they do not: by the environment, or as they were asked before. Does not begin to measure. */
extern bool tm_is_known_disabled(void);

/* Whether a list of libraries in the environment, such as LD_PRELOAD, names this one. */
extern bool tm_is_named_in(const char* variable);

/* When it is loaded: settings are not asked, as with that measuring would begin. */
extern void tm_register_if_preloaded(void);

#pragma GCC visibility pop

#endif
