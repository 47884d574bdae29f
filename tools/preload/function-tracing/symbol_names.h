/*
 * Names of functions by address: of exported functions and, from the symbol tables of the files that they were loaded from, of the others,
 * such as static ones. C++ names as written in the source.
 */
#ifndef TM_SYMBOL_NAMES_H
#define TM_SYMBOL_NAMES_H

#pragma GCC visibility push(hidden)

/*
 * "solve", "ns::Box<int>::open()", or "libm.so.6+0x1234" if it has no name. To be freed; NULL without memory. To be used by one thread at a
 * time.
 */
extern char* tmfn_name_of(const void* function);

/* A symbol name as written in the source. To be freed; NULL without memory. */
extern char* tm_demangle(const char* name);

#pragma GCC visibility pop

#endif
