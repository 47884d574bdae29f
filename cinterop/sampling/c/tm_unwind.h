/*
 * Walks a stack using .eh_frame, in a signal handler: optimised Kotlin code, like most optimised code, has no frame pointers.
 *
 * The tables of each image are read in place, using _dl_find_object of glibc 2.35, which takes no lock and may interrupt dlopen; with an
 * older glibc a stack has a single function. Each page of the stack is checked before it is read, so that a wrong rule or an odd stack
 * pointer ends the walk rather than the process. Code without a rule, such as JIT-compiled code, is walked by frame pointers if it has
 * them.
 */
#ifndef TM_UNWIND_H
#define TM_UNWIND_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#pragma GCC visibility push(hidden)

/* Call it once, before the others. */
extern void tm_unwind_prepare(void);

/*
 * Stores the addresses on the stack of `context`, innermost first, at most `most`; returns their number, and in `is_cut` whether there were
 * more.
 */
extern int tm_unwind(const ucontext_t* context, int64_t* into, int most, int* is_cut);

/* Whether the page at the address can be read; changes errno. */
extern bool tm_is_readable(uint64_t address);

/* Returns the start of the function at the address according to the tables; 0 if they do not have it. */
extern int64_t tm_function_start(int64_t address);

#pragma GCC visibility pop

#endif
