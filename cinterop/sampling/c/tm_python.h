/*
 * Python functions on the stack of a thread, read in a signal handler from the interpreter's data: the C stack has a single interpreter
 * function for all of them.
 *
 * **What is read.** The interpreter keeps the frames of a thread in a list; each refers to its code, which has a name, a file and a line.
 * Their offsets differ between versions: the Python package knows them and passes them (timemory_python_begin), after comparing the
 * functions found this way with those that Python itself reports (timemory_python_here). No other code reads the interpreter's data.
 *
 * **In a handler.** No locks, no allocation, and no Python function except the one that returns the thread's state, which only reads. The
 * thread is interrupted, so its frames do not change; between two instructions of the interpreter a frame may be incomplete: each page is
 * checked before it is read, code objects must have the right type, and a list that does not end as it should is skipped entirely.
 *
 * **Names** are copied immediately, because a function may no longer exist when results are made: into a table that only grows, to 4 MB at
 * most.
 */
#ifndef TM_PYTHON_H
#define TM_PYTHON_H

#include <stdint.h>

/* The layout of the interpreter's data. Offsets are in bytes from the start of the named structure. */
struct timemory_python_layout {
    void* (*thread_state)(void); /* of the calling thread; NULL if it has none */
    const void* code_type;
    const void* text_type;
    int64_t eval;           /* the function that runs Python functions */
    int32_t frame_of_state; /* the innermost frame, or a structure that refers to it */
    int32_t frame_of_that;  /* -1 if it is the frame itself */
    int32_t code_of_frame;
    int32_t frame_of_frame; /* the next outer one */
    int32_t entry_of_frame; /* a byte that tells whether the C function was called for this frame; -1 if it is for every frame */
    int32_t is_entry;       /* the value of that byte then */
    int32_t is_entry_alone; /* not 0 if such a frame belongs to the C function, and to no Python function */
    int32_t file_of_code;
    int32_t name_of_code;
    int32_t line_of_code;
    int32_t ascii;  /* where the characters of an ASCII-only text start */
    int32_t others; /* and those of other texts */
};

/* Enables finding Python functions. `package` is the path prefix of timemory's own package. Returns 0, or errno. */
int timemory_python_begin(const struct timemory_python_layout* layout, const char* package);

/* The interpreter is about to end, or its functions cannot be found at all: `why` gives the reason in a few words, or is NULL. */
void timemory_python_end(const char* why);

/* The Python functions on the calling thread's stack, innermost first, one per line: "Class.name@file.py:12". Returns their number. */
int timemory_python_here(char* into, int size);

/* Returns why Python functions are not found; "" if they are, or if it was not checked. */
const char* tm_python_why_not(void);

/* Whether Python functions are, or were, found in this process. */
int tm_python_is_known(void);

/* Negative words of a stack are Python functions, innermost first. */
#define TM_PYTHON_IS_OWN 0x4000000000000000LL   /* of timemory's package */
#define TM_PYTHON_IS_ENTRY 0x2000000000000000LL /* for which the C function was called */
#define TM_PYTHON_IS_NONE 0x1000000000000000LL  /* the C function does not have one yet */

/* Writes the name of the function represented by `word` into `name`, shortened to `size`. */
void tm_python_name(int64_t word, char* name, int size);

/* Called by the handler: return the state of the calling thread, NULL if it cannot be read; and its functions. */
void* tm_python_state(void);
int tm_python_walk(void* state, int64_t* into, int most, int* is_cut);

/* The C function that runs Python functions. */
int64_t tm_python_eval(void);

#endif
