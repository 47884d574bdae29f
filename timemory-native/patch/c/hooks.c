/*
 * The hooks, in two steps. What can be told at once, that a function is not measured on this thread, is told with no other registers than
 * the general ones. Only where a region begins or ends are the vectors saved, as libtimemory.so uses them.
 *
 * A function is known by where its return address lies: each call has its own place, and whatever lies below it when another begins or
 * ends was left without its end being seen, by an exception or a jump. Threads may use other stacks now and then, for handlers of signals
 * or coroutines: places there are compared with each other only, and those of another stack are taken as left when the thread is back on
 * its own.
 */
#define _GNU_SOURCE
#include "hooks.h"

#include <cpuid.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "stack.h"
#include "timemory/library.h"

#define GENERAL __attribute__((target("general-regs-only"), used, visibility("hidden")))
#define USED __attribute__((used, visibility("hidden")))

_Atomic(uint32_t) tm_functions;

/* How often this thread called each function, by numbers. */
static __thread uint32_t* calls __attribute__((tls_model("initial-exec")));
static __thread uint32_t numbers __attribute__((tls_model("initial-exec")));

/* The thread's own stack. */
static __thread uintptr_t lowest __attribute__((tls_model("initial-exec")));
static __thread uintptr_t highest __attribute__((tls_model("initial-exec")));

/* A function that is not measured on this thread any more. */
#define DROPPED UINT32_MAX

GENERAL bool tm_may_enter(const struct tm_function* function) {
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || tm_stack.is_busy) return false;
    return function->number >= numbers || calls[function->number] != DROPPED;
}

GENERAL bool tm_may_exit(uintptr_t place) {
    const struct tm_stack* stack = &tm_stack;
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || stack->is_busy || stack->depth == 0) return false;
    return stack->frames[stack->depth - 1].stack <= place;
}

static bool is_own(uintptr_t place) { return place >= lowest && place < highest; }

static void find_own_stack(void) {
    pthread_attr_t attributes;
    highest = UINTPTR_MAX; /* where it is not known, all is taken for one */
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* low;
    size_t size;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
        lowest = (uintptr_t)low;
        highest = lowest + size;
    }
    pthread_attr_destroy(&attributes);
}

/* No stack of a handler or a coroutine is larger. */
#define OF_ONE_STACK ((uintptr_t)1 << 20)

static bool was_left(uintptr_t frame, uintptr_t place) {
    if (is_own(place)) return !is_own(frame) || frame <= place;
    return !is_own(frame) && frame <= place && place - frame < OF_ONE_STACK;
}

static void close_left(struct tm_stack* stack, uintptr_t place) {
    size_t depth = stack->depth;
    while (depth > 0 && was_left(stack->frames[depth - 1].stack, place)) depth--;
    if (depth < stack->depth) tm_close_down_to(stack, depth);
}

void tm_close_below(uintptr_t place) {
    struct tm_stack* stack = &tm_stack;
    if (!atomic_load_explicit(&tm_is_on, memory_order_relaxed) || stack->is_busy || stack->depth == 0) return;
    stack->is_busy = true;
    close_left(stack, place);
    stack->is_busy = false;
}

static bool prepare_calls(void) {
    uint32_t count = atomic_load_explicit(&tm_functions, memory_order_acquire);
    if (numbers >= count) return true;
    uint32_t* larger = realloc(calls, count * sizeof *calls);
    if (larger == NULL) return false;
    memset(larger + numbers, 0, (count - numbers) * sizeof *calls);
    calls = larger;
    numbers = count;
    return true;
}

USED void tm_enter(const struct tm_function* function, uintptr_t place) {
    struct tm_stack* stack = &tm_stack;
    stack->is_busy = true;
    if (highest == 0) find_own_stack();
    close_left(stack, place);
    if (tm_prepare_stack(stack) && prepare_calls()) {
        if (tm_is_to_be_dropped(&calls[function->number], function->label)) {
            calls[function->number] = DROPPED;
        } else {
            stack->frames[stack->depth++] = (struct tm_frame){(const void*)function->address, function->label, place};
            timemory_push_trace(function->label);
        }
    }
    stack->is_busy = false;
}

USED void tm_exit(uintptr_t place) {
    struct tm_stack* stack = &tm_stack;
    stack->is_busy = true;
    size_t depth = stack->depth;
    while (depth > 0 && stack->frames[depth - 1].stack < place) depth--;
    if (depth > 0 && stack->frames[depth - 1].stack == place) tm_close_down_to(stack, depth - 1);
    stack->is_busy = false;
}

static void forget(void) {
    free(calls);
    calls = NULL;
    numbers = 0;
}

/* Whether xsavec is there, which leaves out what is not in use; otherwise xsave. */
USED bool tm_has_xsavec;

bool tm_begin_hooks(void) {
    unsigned a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) return false;
    if (__get_cpuid_count(0xd, 1, &a, &b, &c, &d) != 0) tm_has_xsavec = (a & bit_XSAVEC) != 0;
    tm_stack_ends = forget;
    return tm_begin_stacks();
}

/*
 * The mask is of SSE, AVX and the three of AVX-512, all of which end below 2,816 bytes in either form. xrstor wants the header's rest to be
 * zero. lahf and seto take the flags that matter, which popf would take far longer for.
 */
__asm__(
    ".text\n"
    ".macro tm_save_general\n"
    "    push %rax\n    lahf\n    seto %al\n    push %rax\n"
    "    push %rcx\n    push %rdx\n    push %rsi\n    push %rdi\n    push %r8\n    push %r9\n    push %r10\n    push %r11\n"
    "    push %rbx\n    push %rbp\n"
    "    mov %rsp, %rbx\n    cld\n"
    "    and $-64, %rsp\n"
    ".endm\n"
    ".macro tm_restore_general\n"
    "    mov %rbx, %rsp\n"
    "    pop %rbp\n    pop %rbx\n"
    "    pop %r11\n    pop %r10\n    pop %r9\n    pop %r8\n    pop %rdi\n    pop %rsi\n    pop %rdx\n    pop %rcx\n"
    "    pop %rax\n    add $0x7f, %al\n    sahf\n    pop %rax\n"
    ".endm\n"
    ".macro tm_with_vectors function\n"
    "    sub $2816, %rsp\n"
    "    xor %eax, %eax\n"
    "    mov %rax, 512(%rsp)\n    mov %rax, 520(%rsp)\n    mov %rax, 528(%rsp)\n    mov %rax, 536(%rsp)\n"
    "    mov %rax, 544(%rsp)\n    mov %rax, 552(%rsp)\n    mov %rax, 560(%rsp)\n    mov %rax, 568(%rsp)\n"
    "    xor %edx, %edx\n    mov $0xe6, %eax\n"
    "    cmpb $0, tm_has_xsavec(%rip)\n"
    "    je 7f\n"
    "    xsavec64 (%rsp)\n"
    "    jmp 8f\n"
    "7:  xsave64 (%rsp)\n"
    "8:  call \\function\n"
    "    xor %edx, %edx\n    mov $0xe6, %eax\n"
    "    xrstor64 (%rsp)\n"
    ".endm\n"

    ".globl tm_enter_hook\n.hidden tm_enter_hook\n.type tm_enter_hook, @function\n.p2align 4\n"
    "tm_enter_hook:\n"
    "    tm_save_general\n"
    "    mov 104(%rbx), %rdi\n"
    "    call tm_may_enter\n"
    "    test %al, %al\n"
    "    je 9f\n"
    "    mov 104(%rbx), %rdi\n"
    "    lea 112(%rbx), %rsi\n"
    "    tm_with_vectors tm_enter\n"
    "9:  tm_restore_general\n"
    "    ret $8\n"
    ".size tm_enter_hook, . - tm_enter_hook\n"

    ".globl tm_exit_hook\n.hidden tm_exit_hook\n.type tm_exit_hook, @function\n.p2align 4\n"
    "tm_exit_hook:\n"
    "    tm_save_general\n"
    "    lea 104(%rbx), %rdi\n"
    "    call tm_may_exit\n"
    "    test %al, %al\n"
    "    je 9f\n"
    "    lea 104(%rbx), %rdi\n"
    "    tm_with_vectors tm_exit\n"
    "9:  tm_restore_general\n"
    "    ret\n"
    ".size tm_exit_hook, . - tm_exit_hook\n");
