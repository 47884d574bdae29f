/*
 * Names of functions by their addresses, from the files of the program and its libraries.
 *
 * ### Thread-safety
 * Used by one thread at a time, and never in a handler: memory is taken, and files are read.
 */
#ifndef TM_SYMBOLS_H
#define TM_SYMBOLS_H

#include <stdint.h>

/* Whether the address is in an image that is known. */
int tm_symbols_have(int64_t address);

/* Looks which images the process has now; those that it had are kept. */
void tm_symbols_look(void);

/*
 * Writes a name for the function at the address into `name`, shortened to `size`: as the language writes it for C, C++ and Kotlin/Native;
 * the image and where in it the function begins where its file has no names. Returns whether the function is of libtimemory.so.
 */
int tm_symbols_name(int64_t address, char* name, int size);

/* Where the function begins, or the address itself: addresses with the same have the same name. */
int64_t tm_symbols_function(int64_t address);

/* Whether both addresses are in the same file. */
int tm_symbols_in_one_file(int64_t address, int64_t other);

/* Frees what was read of files. */
void tm_symbols_close(void);

#endif
