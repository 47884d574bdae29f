/* The functions of the rewriter that the programs of these tests use; it has no interface for programs itself. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tm_hook* hook;

/* Hooks that are applied and on; `callers`: a part of the path of objects whose calls are hooked, or NULL. */
extern hook count_calls(const char* function, int argument);
extern hook count_calls_of(const char* function, const char* callers);
/* With the sum of a 32-bit argument; and for the function defined by the library of this name. */
extern hook count_halves(const char* function, int argument);
extern hook count_calls_in(const char* function, const char* library);
extern hook go_around(const char* function, unsigned stack_bytes, int priority, const char* name);
extern hook go_around_integers(const char* function, unsigned stack_bytes);
extern hook replace(const char* function, void* replacement, void** original, int priority);

extern void switch_hook(hook hook, bool on);
extern void unhook(hook hook);
extern void look_again(void);
extern uint64_t calls(hook hook);
extern uint64_t calls_here(hook hook);
extern int64_t sum(hook hook);
extern size_t slots(hook hook);
extern const char* why_none(hook hook);

/* Counts of the code around calls: how many started, how many returned, and how many were left. */
extern uint64_t began(void), returned(void), left(void), began_by_this_thread(void);
/* The first arguments and results of the last call. */
extern double last_floating(int argument), floating_result(void);
extern int64_t last_integer(int argument), integer_result(void);
/* The names of the hooks in the order in which they began, with the thread's last calls first forgotten. */
extern const char* order(void);
extern void forget_order(void);

#ifdef __cplusplus
}
#endif

#endif
