/*
 * The functions in Python on the stack of a thread, read in a signal handler where the interpreter keeps them: a stack in C has one
 * function of the interpreter for them all.
 *
 * **What is read.** The interpreter has the frames of a thread in a list; each knows its code, which has a name, a file and a line. Where
 * these stand differs from version to version: the Python package knows it and says so (timemory_python_begin), after it has compared what
 * is found so with what Python itself says (timemory_python_here). No other code reads anything.
 *
 * **In a handler.** No lock, no memory taken, no function of Python but the one that knows the thread's state, which only reads. The thread
 * is interrupted, so its frames stay; between two instructions of the interpreter one may be half made: each page is asked for before it is
 * read, what is said to be code has to be of that type, and a list that does not end as it should is left out as a whole.
 *
 * **Names** are copied at once, as a function may be gone when results are made: into a table that only grows, 4 MB at most.
 */
#ifndef TM_PYTHON_H
#define TM_PYTHON_H

#include <stdint.h>

/* Where the interpreter has what. Numbers are bytes from the beginning of what is named. */
struct timemory_python_layout {
    void* (*thread_state)(void); /* of the calling thread; NULL where it has none */
    const void* code_type;
    const void* text_type;
    int64_t eval;           /* the function that runs Python's */
    int32_t frame_of_state; /* the innermost frame, or what knows it */
    int32_t frame_of_that;  /* -1 where it is the frame itself */
    int32_t code_of_frame;
    int32_t frame_of_frame; /* the next one outwards */
    int32_t entry_of_frame; /* a byte that says whether the function in C was called for this frame; -1 where it is for each */
    int32_t is_entry;       /* what that byte is then */
    int32_t is_entry_alone; /* not 0 where such a frame is that of the function in C, and of none in Python */
    int32_t file_of_code;
    int32_t name_of_code;
    int32_t line_of_code;
    int32_t ascii;  /* where the characters of a text begin that has only those of ASCII */
    int32_t others; /* and those of others */
};

/* From now on, functions in Python are found. `package` is how files of timemory's own package begin. Returns 0, or errno. */
int timemory_python_begin(const struct timemory_python_layout* layout, const char* package);

/* The interpreter is about to end, or its functions are not found at all: `why` says so in a few words, or is NULL. */
void timemory_python_end(const char* why);

/* The functions in Python on the calling thread's stack, innermost first, each in a line: "Class.name@file.py:12". Returns how many. */
int timemory_python_here(char* into, int size);

/* Why functions in Python are not found; "" if they are, or if it was not checked. */
const char* tm_python_why_not(void);

/* Whether functions in Python are, or were, found in this process. */
int tm_python_is_known(void);

/* Of words of a stack, those below zero are functions in Python, innermost first. */
#define TM_PYTHON_IS_OWN 0x4000000000000000LL   /* of timemory's package */
#define TM_PYTHON_IS_ENTRY 0x2000000000000000LL /* for which the function in C was called */
#define TM_PYTHON_IS_NONE 0x1000000000000000LL  /* the function in C has none as yet */

/* Writes the name of the function that `word` stands for into `name`, shortened to `size`. */
void tm_python_name(int64_t word, char* name, int size);

/* What the handler asks: the state of the calling thread, NULL where there is none to be read; and its functions. */
void* tm_python_state(void);
int tm_python_walk(void* state, int64_t* into, int most, int* is_cut);

/* The function in C that runs Python's. */
int64_t tm_python_eval(void);

#endif
