/*
 * What compilers have functions call at their begin and their end, where they are asked to by -finstrument-functions: each function is a
 * region. Linked or preloaded; the C library has both functions as well, which do nothing, so that an instrumented program needs neither.
 *
 * Each thread has a stack of the functions that it is in. A function that is left without its end being reported, by pthread_exit or the
 * end of the process, is still there when one further out ends, and is closed with it. A longjmp is noticed: those whose part of the
 * thread's stack it gives back are closed. What is called while a hook itself runs, by the handler of a signal or
 * by an instrumented malloc, is not measured: measuring would measure itself.
 *
 * A function that is called often and takes little is dropped here, before libtimemory.so is called, as soon as that throttles it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "active.h"
#include "functions.h"
#include "say.h"
#include "timemory/library.h"
#include "tool.h"

#define HOOK __attribute__((no_instrument_function, visibility("default")))

const struct tm_tool tm_tool = {.name = "timemory-compiler-instrument"};

/* How many calls of a function lie between two questions whether it is throttled. */
#define CALLS_BETWEEN 1024

struct known {
    const void* function;
    const char* label; /* NULL where it is not measured, or no longer on this thread */
    uint32_t calls;
};

struct frame {
    const void* function;
    const char* label; /* NULL where no region was opened */
    uintptr_t stack;   /* how far the thread's stack went when it began; it grows downwards */
};

struct thread {
    struct known* table; /* by addresses, always less than full */
    size_t capacity, count;
    struct frame* frames;
    size_t depth, room;
    uint32_t generation;
    bool is_busy, is_kept;
};

static __thread struct thread here __attribute__((tls_model("initial-exec")));
static atomic_bool is_on;
static pthread_key_t key;

static void close_down_to(struct thread* thread, size_t depth) {
    while (thread->depth > depth) {
        const struct frame* frame = &thread->frames[--thread->depth];
        if (frame->label != NULL) timemory_pop_trace(frame->label);
    }
}

static void thread_ends(void* ended) {
    struct thread* thread = ended;
    thread->is_busy = true; /* for good: what its other destructors call is not measured */
    if (atomic_load(&is_on)) close_down_to(thread, 0);
    free(thread->table);
    free(thread->frames);
    thread->table = NULL;
    thread->frames = NULL;
}

static struct known* place_of(struct known* table, size_t capacity, const void* function) {
    size_t place = ((uintptr_t)function * 0x9e3779b97f4a7c15u) >> 20 & (capacity - 1);
    while (table[place].function != NULL && table[place].function != function) place = (place + 1) & (capacity - 1);
    return &table[place];
}

static bool make_room(struct thread* thread) {
    if (2 * thread->count < thread->capacity) return true;
    size_t capacity = thread->capacity == 0 ? 256 : 2 * thread->capacity;
    struct known* larger = calloc(capacity, sizeof *larger);
    if (larger == NULL) return false;
    for (size_t i = 0; i < thread->capacity; i++) {
        if (thread->table[i].function != NULL) *place_of(larger, capacity, thread->table[i].function) = thread->table[i];
    }
    free(thread->table);
    thread->table = larger;
    thread->capacity = capacity;
    return true;
}

/* NULL without memory. */
static struct known* known_of(struct thread* thread, const void* function) {
    uint32_t generation = atomic_load_explicit(&tm_generation, memory_order_acquire);
    if (thread->generation != generation) {
        if (thread->table != NULL) memset(thread->table, 0, thread->capacity * sizeof *thread->table);
        thread->count = 0;
        thread->generation = generation;
    }
    if (thread->capacity > 0) {
        struct known* known = place_of(thread->table, thread->capacity, function);
        if (known->function != NULL) return known;
    }
    if (!make_room(thread)) return NULL;
    if (!thread->is_kept) thread->is_kept = pthread_setspecific(key, thread) == 0;
    struct known* known = place_of(thread->table, thread->capacity, function);
    *known = (struct known){function, tm_label_of(function), 0};
    thread->count++;
    return known;
}

/* From the frame of a hook to where the stack of its caller ended: two addresses that the call put there. */
#define CALL (2 * sizeof(void*))

/*
 * Where the stack ends after the jump. The C library hides what it saved: turned by 17 bits, and with a number of the thread's mixed in, the
 * one that guards pointers. 0 where it is nowhere above, or no such number is known.
 */
static uintptr_t end_of_stack_after(const struct __jmp_buf_tag* jump) {
#if defined(__x86_64__) && defined(__GLIBC__)
    uintptr_t saved = (uintptr_t)jump->__jmpbuf[6];
    __asm__("ror $17, %0\n\txor %%fs:0x30, %0" : "+r"(saved));
    uintptr_t now = (uintptr_t)__builtin_frame_address(0);
    return saved > now && saved - now < (uintptr_t)1 << 32 ? saved : 0;
#else
    (void)jump;
    return 0;
#endif
}

/* Closes what the jump leaves. Functions that are inlined in the one that it lands in stay, with that. */
static void leave_by(struct thread* thread, const struct __jmp_buf_tag* jump) {
    if (!atomic_load_explicit(&is_on, memory_order_relaxed) || thread->is_busy) return;
    uintptr_t end = end_of_stack_after(jump);
    thread->is_busy = true;
    size_t depth = thread->depth;
    while (depth > 0 && thread->frames[depth - 1].stack < end) depth--;
    close_down_to(thread, depth);
    thread->is_busy = false;
}

static bool push(struct thread* thread, const void* function, const char* label, uintptr_t stack) {
    if (thread->depth == thread->room) {
        size_t room = thread->room == 0 ? 256 : 2 * thread->room;
        struct frame* larger = realloc(thread->frames, room * sizeof *larger);
        if (larger == NULL) return false;
        thread->frames = larger;
        thread->room = room;
    }
    thread->frames[thread->depth++] = (struct frame){function, label, stack};
    return true;
}

static const char* label_for_this_call(struct known* known) {
    if (known == NULL || known->label == NULL) return NULL;
    if (++known->calls % CALLS_BETWEEN == 0 && timemory_is_throttled(known->label)) known->label = NULL;
    return known->label;
}

HOOK void __cyg_profile_func_enter(void* function, void* site) {
    (void)site;
    struct thread* thread = &here;
    if (!atomic_load_explicit(&is_on, memory_order_relaxed) || thread->is_busy) return;
    thread->is_busy = true;
    uintptr_t stack = (uintptr_t)__builtin_frame_address(0) + CALL;
    const char* label = label_for_this_call(known_of(thread, function));
    if (!push(thread, function, label, stack)) {
        TM_SAY_ONCE("no memory for the functions that a thread is in: nothing more is measured");
        atomic_store(&is_on, false);
    } else if (label != NULL) {
        timemory_push_trace(label);
    }
    thread->is_busy = false;
}

HOOK void __cyg_profile_func_exit(void* function, void* site) {
    (void)site;
    struct thread* thread = &here;
    if (!atomic_load_explicit(&is_on, memory_order_relaxed) || thread->is_busy) return;
    thread->is_busy = true;
    size_t depth = thread->depth;
    while (depth > 0 && thread->frames[depth - 1].function != function) depth--;
    /* One that began before measuring did ends without more. */
    if (depth > 0) close_down_to(thread, depth - 1);
    thread->is_busy = false;
}

#define JUMP(name)                                                              \
    HOOK void name(struct __jmp_buf_tag where[1], int value) {                  \
        void (*own)(struct __jmp_buf_tag[1], int) = NULL;                       \
        *(void**)&own = dlsym(RTLD_NEXT, #name);                                \
        leave_by(&here, where);                                                 \
        if (own != NULL) own(where, value);                                     \
        abort();                                                                \
    }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)

/* Another object may be loaded where one was: its functions are not those that were known there. */
HOOK int dlclose(void* object) {
    int (*own)(void*) = (int (*)(void*))dlsym(RTLD_NEXT, "dlclose");
    if (own == NULL) return -1;
    int status = own(object);
    if (status == 0) tm_object_unloaded();
    return status;
}

/* A process that was forked has regions of its parent's; libtimemory.so does nothing in it. */
static void forked(void) { atomic_store(&is_on, false); }

__attribute__((constructor)) static void loaded(void) {
    if (tm_is_known_disabled()) return;
    if (pthread_key_create(&key, thread_ends) != 0) return;
    pthread_atfork(NULL, NULL, forked);
    atomic_store(&is_on, true);
}

__attribute__((destructor)) static void unloaded(void) { atomic_store(&is_on, false); }
