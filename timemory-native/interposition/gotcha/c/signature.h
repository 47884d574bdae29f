/* How a function takes its arguments, by the text of its signature: "f64(ptr, i32)". */
#ifndef TM_SIGNATURE_H
#define TM_SIGNATURE_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

enum { TM_MAX_ARGUMENTS = 32, TM_STACK_OF_UNKNOWN = 128 };

enum tm_kind { TM_NOTHING, TM_INTEGER, TM_FLOAT, TM_DOUBLE };

struct tm_argument {
    enum tm_kind kind;
    unsigned char bits; /* of an integer */
    bool is_signed;
    signed char place; /* of its kind of register; on the stack: -1 - the number of its eight bytes */
};

struct tm_signature {
    int count;
    struct tm_argument argument[TM_MAX_ARGUMENTS];
    struct tm_argument result;
    unsigned stack_bytes;
    bool has_vectors; /* arguments or a result may be in vector registers */
};

/* NULL, or what is wrong with it, for free. Without a text nothing is known, and the stack is taken to have a hundred bytes or so. */
extern char* tm_read_signature(const char* text, struct tm_signature* signature);

#pragma GCC visibility pop

#endif
