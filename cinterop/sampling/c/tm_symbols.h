/*
 * Names functions by address, using the files of the program and its libraries.
 *
 * ### Thread-safety
 * To be used by one thread at a time, and never in a signal handler: it allocates memory and reads files.
 */
#ifndef TM_SYMBOLS_H
#define TM_SYMBOLS_H

#include <stdint.h>

/* Whether the address is in a known image. */
int tm_symbols_have(int64_t address);

/* Updates the list of images in the process; earlier ones are kept. */
void tm_symbols_look(void);

/*
 * Writes a name for the function at the address into `name`, shortened to `size`: as in the language for C, C++ and Kotlin/Native; the
 * image and the function's offset in it if its file has no symbols. Returns whether the function belongs to libtimemory.so.
 */
int tm_symbols_name(int64_t address, char* name, int size);

/* Returns the start of the function, or the address itself: addresses with the same result have the same name. */
int64_t tm_symbols_function(int64_t address);

/* Whether both addresses are in the same file. */
int tm_symbols_in_one_file(int64_t address, int64_t other);

/* Frees the contents read from files. */
void tm_symbols_close(void);

#endif
