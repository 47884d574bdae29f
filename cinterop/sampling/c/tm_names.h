/* Converts linker symbols to readable names. */
#ifndef TM_NAMES_H
#define TM_NAMES_H

#pragma GCC visibility push(hidden)

/*
 * Writes `symbol` as in its language, without parameters: `kfun:a.B#c(kotlin.Int){}` as a.B.c, `_ZN1a1bEi` as a::b, `__kernels_MOD_solve`
 * as kernels::solve.
 */
extern void tm_readable(const char* symbol, char* into, int size);

#pragma GCC visibility pop

#endif
