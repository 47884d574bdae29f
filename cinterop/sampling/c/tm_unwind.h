/*
 * Walks a stack by .eh_frame, in a signal handler: optimised Kotlin, as most optimised code, has no frame pointers.
 *
 * The tables of each image are read where the program has them, by _dl_find_object of glibc 2.35, which takes no lock and may interrupt
 * dlopen; with an older glibc a stack has one function. Of the stack itself, each page is asked for before it is read, so that a wrong
 * rule or an odd stack pointer ends the walk, and not the process. Code without a rule, as a JIT compiler makes it, is walked by frame
 * pointers where it has them.
 */
#ifndef TM_UNWIND_H
#define TM_UNWIND_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#pragma GCC visibility push(hidden)

/* Once, before the others. */
extern void tm_unwind_prepare(void);

/* The addresses on the stack of `context`, innermost first, at most `most`; the number, and by `is_cut` whether there were more. */
extern int tm_unwind(const ucontext_t* context, int64_t* into, int most, int* is_cut);

/* Whether the page that begins at the address can be read; leaves something in errno. */
extern bool tm_is_readable(uint64_t address);

/* The begin of the function at the address by the tables; 0 where they have none. */
extern int64_t tm_function_start(int64_t address);

#pragma GCC visibility pop

#endif
