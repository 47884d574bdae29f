/* longjmp and similar functions leave functions without reporting their ends: they are closed here, before the jump. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <stdlib.h>

#include "stack.h"

#define HOOK __attribute__((no_instrument_function, visibility("default")))

/*
 * The stack pointer after the jump. The C library obfuscates the saved value: rotated by 17 bits, and combined with the thread's pointer
 * guard. Returns 0 if it does not point above the current frame, or the pointer guard is unknown.
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

/* Closes the functions that the jump leaves. Functions inlined in the target function stay open with it. */
static void leave_by(struct tm_stack* stack, const struct __jmp_buf_tag* jump) {
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || stack->is_busy) return;
    uintptr_t end = end_of_stack_after(jump);
    stack->is_busy = true;
    size_t depth = stack->depth;
    while (depth > 0 && stack->frames[depth - 1].stack < end) depth--;
    tm_close_down_to(stack, depth);
    stack->is_busy = false;
}

#define JUMP(name)                                             \
    HOOK void name(struct __jmp_buf_tag where[1], int value) { \
        void (*own)(struct __jmp_buf_tag[1], int) = NULL;      \
        *(void**)&own = dlsym(RTLD_NEXT, #name);               \
        leave_by(&tm_stack, where);                            \
        if (own != NULL) own(where, value);                    \
        abort();                                               \
    }

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
