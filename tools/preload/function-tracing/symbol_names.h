/*
 * Names of functions by their addresses: of those that other objects see and, from the symbol tables of the files that they were loaded
 * from, of the others, such as static ones. C++'s as written in the source.
 */
#ifndef TM_SYMBOL_NAMES_H
#define TM_SYMBOL_NAMES_H

#pragma GCC visibility push(hidden)

/* "solve", "ns::Box<int>::open()", "libm.so.6+0x1234" where nothing names it. For free; NULL without memory. By one thread at a time. */
extern char* tmfn_name_of(const void* function);

/* A name of a symbol table as written in the source. For free; NULL without memory. */
extern char* tm_demangle(const char* name);

#pragma GCC visibility pop

#endif
