/*
 * Redirects calls between the shared objects of this process, by rewriting the global offset tables of all objects, and restores them.
 *
 * An object calls a function of another object through a slot: eight bytes in its own data that the dynamic linker fills with the address
 * of the function. A hook names a function and what happens at its calls:
 *
 * - **replace** it: the slots hold another function with the same parameters, which calls the next one by `*original`;
 * - run code **around** it: C functions before and after each call see its registers, whatever its parameters are;
 * - **count** it: how often each thread calls it, and the sum of one of its arguments.
 *
 * Several hooks may name one function. The one with the highest priority is called first; of equal priorities, the latest.
 *
 * Not intercepted are calls within one object, function addresses that the program took before, system calls, calls by the dynamic linker
 * itself, other namespaces (dlmopen), and statically linked programs.
 *
 * All functions are thread-safe. The functions hold a lock while slots are rewritten, and call no foreign code with it. After fork, the
 * slots of the child stay as they are, and its calls pass through.
 */
#ifndef TM_GOT_H
#define TM_GOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tm_hook;
struct tm_hook_link;

/* The registers of a call on x86-64. They may be changed before the call, and the results after it. */
struct tmgot_frame {
    struct tm_hook_link* link;
    uint64_t reserved;
    double vector[8][2];   /* xmm0 to xmm7: floating-point arguments in their order, in [..][0] */
    uint64_t integer[6];   /* rdi, rsi, rdx, rcx, r8, r9: integers and pointers in their order */
    uint64_t rax;          /* al: how many vector registers a variadic call uses */
    const uint64_t* stack; /* further arguments; stack[-1] is the return address */
    uint64_t result[2];    /* rax, rdx */
    double floating[2][2]; /* xmm0, xmm1 */
};

/* How a call ended for which `before` was called. */
enum tm_outcome { TM_RETURNED, TM_UNWOUND /* by an exception, longjmp or the end of the thread: the frame is NULL */ };

struct tm_hook_of {
    const char* function; /* name or name@VERSION */
    int priority;

    /*
     * Called instead of the function. *original is set before: the function or the next hook, for the replacement to call. A call by the
     * function's own name would call the replacement itself.
     */
    void* replacement;
    void** original;

    /*
     * Called around the function on the calling thread. Calls that they make bypass all hooks. `after` gets what `before` returned, and is
     * not called if that is NULL.
     */
    void* (*before)(struct tmgot_frame* frame, void* data);
    void (*after)(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* data);
    void* data;
    unsigned stack_bytes; /* size of the arguments on the stack */
    bool has_no_vectors;  /* no arguments or results in vector registers: they are not saved, and the frame has none */

    /* If neither is set, calls are counted, with the sum of this integer argument: an index from 0, or below 0 for none. */
    int argument;
    bool is_half; /* the argument has 32 bits and is not negative: the upper half of its register is undefined */

    /* Whether calls by an object are hooked; NULL: by all. Called with the lock, so it may only use the path and `chosen`. */
    bool (*takes)(const char* object, const void* chosen);

    /* Whether the function of this object is meant; NULL: of any object. The library name may be empty. Called like `takes`. */
    bool (*means)(const char* object, const char* library, const void* chosen);

    /* Argument of both. Must stay valid and unchanged until the process ends. */
    const void* chosen;
};

/* Whether calls can be redirected on this processor: the stubs are written for x86-64 only. */
#if defined(__x86_64__)
enum { TM_LEADS_CALLS = 1 };
#else
enum { TM_LEADS_CALLS = 0 };
#endif

/*
 * Makes a hook, which is not applied yet. Returns NULL without memory, or if there are 64 hooks of the function or 4096 of all.
 *
 * A removed hook is reused for another one of the same function that does the same for the same callers: counts the same argument,
 * replaces, or has the same functions around calls. A call may be running in it forever, and its stub's address may have been kept. So each
 * value that a call reads is replaced by a single store. Whichever value the call finds, the function is the same, and `after` gets the
 * data of `before`.
 */
extern struct tm_hook* tm_got_hook(const struct tm_hook_of* of);

/* Switches the hook on or off. It is off at first; calls then pass through, which takes two nanoseconds. */
extern void tm_got_switch(struct tm_hook* hook, bool on);

/* Rewrites the slots for all hooks. */
extern void tm_got_apply(void);

/* Does that only if objects were loaded since the last time. */
extern void tm_got_apply_to_new(void);

/*
 * Restores the slots of these hooks. Slots that another tool has rewritten since stay, and their calls pass through. The hooks must not be
 * used any more: they may be reused for others.
 */
extern void tm_got_unhook(struct tm_hook* const* hooks, size_t count);

struct tm_slots {
    size_t held;    /* rewritten */
    size_t refused; /* in memory that cannot be written */
    size_t other;   /* for another function of that name than the replaced one: a replacement has one original */
    size_t unmeant; /* for a function of that name in another object than the requested one */
    size_t missing; /* without a function to call, or without room for more hooks */
    int error;      /* of mprotect */
};
extern struct tm_slots tm_got_slots(const struct tm_hook* hook);

/* Returns why a hook has no slots, or not all of them, as a sentence. The caller frees it; NULL without memory. */
extern char* tm_got_why_none(const struct tm_hook* hook);

/* Returns the name of the function whose calls are redirected to this address; NULL if it is not a stub. */
extern const char* tm_got_name_of(const void* address);

/* What a counting hook has counted since it was made, on the calling thread, or on all threads, including those that ended. */
struct tm_counted {
    uint64_t calls;
    int64_t sum;
};
extern struct tm_counted tm_got_counted_here(const struct tm_hook* hook);

/*
 * For frequent reads: the counts of the calling thread for all hooks, valid until it ends, and the index of a hook in them. NULL without
 * memory, and while the thread ends. Code around a call may add to the counts of its own hook.
 */
extern struct tm_counted* tm_got_cells(void);
extern size_t tm_got_cell_of(const struct tm_hook* hook);
enum { TM_CELLS = 4096 };
extern struct tm_counted tm_got_counted(const struct tm_hook* hook);

/* While one of the first two fields is not 0, calls of this thread bypass all hooks. */
struct tm_got_thread {
    int guard;  /* a counter: hook code runs, or calls that hooks must not see */
    int inside; /* set by users of this code: the thread runs their code */
    char* cells;
    struct tmgot_open* open;
    uint32_t depth;
    uint32_t room;
    int* error; /* address of its errno, once it is known */
    int ends;   /* the number of thread destructor rounds so far: after TM_ENDS its data is gone */
};
extern __thread struct tm_got_thread tm_got_thread __attribute__((tls_model("initial-exec")));

#pragma GCC visibility pop

#endif
