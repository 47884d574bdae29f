/*
 * When a library measures: as long as something was started and not stopped, or it is registered. If it was preloaded, the program does not
 * call it, and it is registered from the start.
 */
#ifndef TM_ACTIVE_H
#define TM_ACTIVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

extern atomic_bool tm_is_active;

/* Returns a number for tm_stop; 0, without measuring, if the settings say so. */
extern uint64_t tm_start(void);

/* Returns 0 if that was running; otherwise the number itself, and changes nothing. */
extern uint64_t tm_stop(uint64_t id);

extern void tm_set_registered(bool registered);

/*
 * For a component that makes the library measure while regions with it are open: 1 when one starts and -1 when it ends. The caller is
 * inside libtimemory.so, which must not be called from there, so it reads the settings itself.
 */
extern void tm_hold(int change);

/* Whether regions would be recorded: the first one starts measuring, and the program may end that. */
extern bool tm_is_recording(void);

/* Whether anything specified when it measures. */
extern bool tm_is_chosen(void);

/* Whether the settings allow it to measure. Not called before something is to be measured, because it starts measuring. */
extern bool tm_is_enabled(void);

/* Whether it is known that they do not: from the environment, or from an earlier check. Does not start measuring. */
extern bool tm_is_known_disabled(void);

/* Whether a list of libraries in the environment, such as LD_PRELOAD, names this one. */
extern bool tm_is_named_in(const char* variable);

/* Called when the library is loaded: does not read the settings, because that would start measuring. */
extern void tm_register_if_preloaded(void);

#pragma GCC visibility pop

#endif
