/*
 * Calls between the shared objects of this process, led elsewhere: the global offset tables of all objects are rewritten, and put back.
 *
 * An object calls a function of another one through a slot, eight bytes in its own data that the dynamic linker fills with the function's
 * address. A hook names a function, and what is to happen at its calls:
 *
 * - it is **replaced**: the slots hold another function with the same parameters, which finds the one to go on with in `*original`;
 * - something is done **around** it: C functions before and after each call see its registers, whatever its parameters are;
 * - it is **counted**: how often it was called by each thread, and the sum of one of its arguments.
 *
 * Several hooks may name one function. The one with the highest priority is called first, of the same priority the one that came last.
 *
 * What is not reached: calls within one object, addresses of functions that the program took before, system calls, the dynamic linker's own
 * calls, other namespaces (dlmopen), and programs that are linked statically.
 *
 * Any thread may call any of these functions. They take a lock for the time in which slots are rewritten, and wait for no code of others
 * with it. After fork the child's slots stay as they are, and its calls pass on.
 */
#ifndef TM_GOT_H
#define TM_GOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_hook;
struct tm_hook_link;

/* A call that goes through, as its registers are on x86-64. Before the call they may be changed, and after it the results. */
struct tmgot_frame {
    struct tm_hook_link* link;
    uint64_t reserved;
    double vector[8][2];   /* xmm0 to xmm7: floating-point arguments in their order, in [..][0] */
    uint64_t integer[6];   /* rdi, rsi, rdx, rcx, r8, r9: integers and pointers in their order */
    uint64_t rax;          /* al: how many vector registers a call with any number of arguments uses */
    const uint64_t* stack; /* further arguments; stack[-1] is where the call returns to */
    uint64_t result[2];    /* rax, rdx */
    double floating[2][2]; /* xmm0, xmm1 */
};

/* How a call that `before` saw went on. */
enum tm_outcome { TM_RETURNED, TM_UNWOUND /* by an exception, longjmp or the end of the thread: the frame is NULL */ };

struct tm_hook_of {
    const char* function; /* name or name@VERSION */
    int priority;

    /*
     * Called instead of the function. What it is to go on with, the function or the next hook, is stored first; by its name the replacement
     * would call itself.
     */
    void* replacement;
    void** original;

    /*
     * Called around the function, on its thread, while nothing else that they call is hooked. What `before` returns is handed to `after`,
     * which is called once for each call that it saw; for NULL it is not.
     */
    void* (*before)(struct tmgot_frame* frame, void* data);
    void (*after)(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* data);
    void* data;
    unsigned stack_bytes; /* what the arguments on the stack take */
    bool has_no_vectors;  /* neither arguments nor results are in vector registers: they are not kept, and the frame has none */

    /* Where neither is given it is counted, with the sum of this integer argument, counted from 0; below 0 without one. */
    int argument;
    bool is_half; /* of 32 bits and not negative: what the upper half of its register holds is undefined */

    /* Whether calls by an object are hooked; NULL: by all. Called with the lock held: to decide by the path and `chosen` alone. */
    bool (*takes)(const char* object, const void* chosen);

    /* Whether this object's function of the name is meant; NULL: any object's. The library's name may be empty. As `takes`. */
    bool (*means)(const char* object, const char* library, const void* chosen);

    /* What they decide by. It stays as it is as long as the process lives. */
    const void* chosen;
};

/* Whether calls can be led elsewhere by this processor's code: the stubs are written for x86-64 so far. */
#if defined(__x86_64__)
enum { TM_LEADS_CALLS = 1 };
#else
enum { TM_LEADS_CALLS = 0 };
#endif

/*
 * Makes a hook, which is not applied yet. NULL without memory, and where there are 64 of the function or 4096 of all.
 *
 * One that was removed is used again for another of the same function that does the same: counts the same argument, replaces, or is around
 * calls with the same functions, for the same callers. A call may be in the midst of it, now and for ever, and somebody may have kept
 * the address that the slot held. So what is written anew is one word for each thing that a call reads. Whichever of the two words it
 * finds, the function is the same, and `after` is handed what `before` was.
 */
extern struct tm_hook* tm_got_hook(const struct tm_hook_of* of);

/* Whether it acts. Off, at first, calls pass on: for two nanoseconds. */
extern void tm_got_switch(struct tm_hook* hook, bool on);

/* Rewrites slots as the hooks ask. */
extern void tm_got_apply(void);

/* The same where objects were loaded since it was done last. */
extern void tm_got_apply_to_new(void);

/*
 * Puts the slots of these hooks back as they were. Slots that somebody else has rewritten since stay, and pass on. From then on the hooks
 * are not the caller's: they may be used again for others.
 */
extern void tm_got_unhook(struct tm_hook* const* hooks, size_t count);

struct tm_slots {
    size_t held;    /* rewritten */
    size_t refused; /* in memory that may not be written */
    size_t other;   /* of another function of that name than the one that is replaced: a replacement goes on with one */
    size_t unmeant; /* of a function of that name in an object that is not meant */
    size_t missing; /* without a function to go on with, or without room for more hooks */
    int error;      /* of mprotect */
};
extern struct tm_slots tm_got_slots(const struct tm_hook* hook);

/* Why a hook has no slot, or not all of them, as a sentence; for free. */
extern char* tm_got_why_none(const struct tm_hook* hook);

/* The function whose calls are led to this address; NULL where it is no stub. */
extern const char* tm_got_name_of(const void* address);

/* What a hook that counts has counted since it was made, on the calling thread, and on all that there are and were. */
struct tm_counted {
    uint64_t calls;
    int64_t sum;
};
extern struct tm_counted tm_got_counted_here(const struct tm_hook* hook);

/*
 * The same where a thread reads often: what it counts, as two numbers of 64 bits for each hook, from now until it ends, and which of them
 * are the hook's. NULL without memory, and at its end. Code around a call may add to its own.
 */
extern struct tm_counted* tm_got_cells(void);
extern size_t tm_got_cell_of(const struct tm_hook* hook);
enum { TM_CELLS = 4096 };
extern struct tm_counted tm_got_counted(const struct tm_hook* hook);

/* While one of the first two is not 0, what the calling thread calls passes all hooks by. */
struct tm_got_thread {
    int guard;  /* counted: code of hooks runs, and what is to be hidden from them */
    int inside; /* for whoever uses the rewriter: the thread is in the midst of code of its own */
    char* cells;
    struct tmgot_open* open;
    uint32_t depth;
    uint32_t room;
    int* error; /* its errno, once it was asked for */
    int ends;   /* how many of its last rounds of destructors it has run: after TM_ENDS it has nothing of its own any more */
};
extern __thread struct tm_got_thread tm_got_thread __attribute__((tls_model("initial-exec")));

#pragma GCC visibility pop

#endif
