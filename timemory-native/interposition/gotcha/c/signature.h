/* How a function receives its arguments, according to its signature: "f64(ptr, i32)". */
#ifndef TM_SIGNATURE_H
#define TM_SIGNATURE_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

enum { TM_MAX_ARGUMENTS = 32, TM_STACK_OF_UNKNOWN = 128 };

enum tm_kind { TM_NOTHING, TM_INTEGER, TM_FLOAT, TM_DOUBLE };

struct tm_argument {
    enum tm_kind kind;
    unsigned char bits; /* for an integer */
    bool is_signed;
    signed char place; /* index of its register of that kind; on the stack: -1 - the index of its eight bytes */
};

struct tm_signature {
    int count;
    struct tm_argument argument[TM_MAX_ARGUMENTS];
    struct tm_argument result;
    unsigned stack_bytes;
    bool has_vectors; /* arguments or a result may be in vector registers */
};

/*
 * Returns NULL, or an error message to be freed. Without a signature nothing is known, and about a hundred bytes of stack arguments are
 * assumed.
 */
extern char* tm_read_signature(const char* text, struct tm_signature* signature);

#pragma GCC visibility pop

#endif
