/*
 * The code that slots are redirected to, for x86-64.
 *
 * A stub loads its link into r11 and jumps to the link's code: that is the function if the hook is off, or else code for the kind of hook,
 * which jumps to the function if the thread is already inside a hook. r10 and r11 are the only registers that hold no argument and that a
 * caller does not expect to be preserved.
 *
 * Counting needs no frame: two additions to the thread's own cell, and a jump. Measuring makes a frame, saves the argument registers in it,
 * calls C functions before and after, and copies the stack arguments, which the function expects directly above its return address. The
 * frame can be unwound: exceptions pass through it, and its personality routine is called (call_interceptor.c).
 *
 * A profiler may interrupt a thread at any instruction and unwind its stack. So code without a frame has unwind information as well: its
 * return address is always on top of the stack.
 */
#include "hook_chain.h"

#ifdef __x86_64__

/* clang-format off */
__asm__(
    ".text\n"
    ".balign 16\n"
    ".globl tm_got_stubs\n.hidden tm_got_stubs\n"
    ".type tm_got_stubs, @function\n"
    "tm_got_stubs:\n"
    ".cfi_startproc\n"
    ".set tm_got_number, 0\n"
    ".rept 4096\n"
    ".balign 16\n"
    "endbr64\n"
    "lea tm_hook_links + tm_got_number * 64(%rip), %r11\n"
    "jmp *8(%r11)\n"
    ".set tm_got_number, tm_got_number + 1\n"
    ".endr\n"
    ".cfi_endproc\n"
    ".size tm_got_stubs, . - tm_got_stubs\n"

    ".balign 16\n"
    ".globl tm_got_pass\n.hidden tm_got_pass\n"
    ".type tm_got_pass, @function\n"
    "tm_got_pass:\n"
    ".cfi_startproc\n"
    "endbr64\n"
    "jmp *(%r11)\n"
    ".cfi_endproc\n"
    ".size tm_got_pass, . - tm_got_pass\n");
/* clang-format on */

/* Leaves the address of the thread's data in r10. */
#define PASS_WHERE_GUARDED                     \
    "mov tm_got_thread@gottpoff(%rip), %r10\n" \
    "cmpq $0, %fs:(%r10)\n"                    \
    "jne tm_got_pass\n"

/* clang-format off */
__asm__(
    ".text\n"
    ".balign 16\n"
    ".globl tm_got_replaced\n.hidden tm_got_replaced\n"
    ".type tm_got_replaced, @function\n"
    "tm_got_replaced:\n"
    ".cfi_startproc\n"
    "endbr64\n" PASS_WHERE_GUARDED
    "jmp *16(%r11)\n"
    ".cfi_endproc\n"
    ".size tm_got_replaced, . - tm_got_replaced\n");
/* clang-format on */

/* The first counted call of a thread makes its cells. Without memory for them it is not counted. */
#define COUNTED(name, add)                                   \
    ".balign 16\n"                                           \
    ".globl " name "\n.hidden " name "\n"                    \
    ".type " name ", @function\n" name ":\n"                 \
    ".cfi_startproc\n"                                       \
    "endbr64\n" PASS_WHERE_GUARDED "mov %fs:8(%r10), %r10\n" \
    "test %r10, %r10\n"                                      \
    "jz tm_got_first\n"                                      \
    "add 24(%r11), %r10\n"                                   \
    "incq (%r10)\n" add "jmp *(%r11)\n"                      \
    ".cfi_endproc\n"                                         \
    ".size " name ", . - " name "\n"

/* clang-format off */
__asm__(
    ".text\n"
    COUNTED("tm_got_counted_calls", "")
    COUNTED("tm_got_counted_0", "add %rdi, 8(%r10)\n")
    COUNTED("tm_got_counted_1", "add %rsi, 8(%r10)\n")
    COUNTED("tm_got_counted_2", "add %rdx, 8(%r10)\n")
    COUNTED("tm_got_counted_3", "add %rcx, 8(%r10)\n")
    COUNTED("tm_got_counted_4", "add %r8, 8(%r10)\n")
    COUNTED("tm_got_counted_5", "add %r9, 8(%r10)\n")
    /* With the carry, because there is no free register to extend them in. */
    COUNTED("tm_got_half_0", "addl %edi, 8(%r10)\nadcl $0, 12(%r10)\n")
    COUNTED("tm_got_half_1", "addl %esi, 8(%r10)\nadcl $0, 12(%r10)\n")
    COUNTED("tm_got_half_2", "addl %edx, 8(%r10)\nadcl $0, 12(%r10)\n")
    COUNTED("tm_got_half_3", "addl %ecx, 8(%r10)\nadcl $0, 12(%r10)\n")
    COUNTED("tm_got_half_4", "addl %r8d, 8(%r10)\nadcl $0, 12(%r10)\n")
    COUNTED("tm_got_half_5", "addl %r9d, 8(%r10)\nadcl $0, 12(%r10)\n"));
/* clang-format on */

#define KEEP_VECTORS(at)              \
    "movaps %xmm0, " at "+0(%rsp)\n"  \
    "movaps %xmm1, " at "+16(%rsp)\n" \
    "movaps %xmm2, " at "+32(%rsp)\n" \
    "movaps %xmm3, " at "+48(%rsp)\n" \
    "movaps %xmm4, " at "+64(%rsp)\n" \
    "movaps %xmm5, " at "+80(%rsp)\n" \
    "movaps %xmm6, " at "+96(%rsp)\n" \
    "movaps %xmm7, " at "+112(%rsp)\n"

#define TAKE_VECTORS(at, from)            \
    "movaps " at "+0(" from "), %xmm0\n"  \
    "movaps " at "+16(" from "), %xmm1\n" \
    "movaps " at "+32(" from "), %xmm2\n" \
    "movaps " at "+48(" from "), %xmm3\n" \
    "movaps " at "+64(" from "), %xmm4\n" \
    "movaps " at "+80(" from "), %xmm5\n" \
    "movaps " at "+96(" from "), %xmm6\n" \
    "movaps " at "+112(" from "), %xmm7\n"

#define KEEP_INTEGERS(at)         \
    "mov %rdi, " at "+0(%rsp)\n"  \
    "mov %rsi, " at "+8(%rsp)\n"  \
    "mov %rdx, " at "+16(%rsp)\n" \
    "mov %rcx, " at "+24(%rsp)\n" \
    "mov %r8, " at "+32(%rsp)\n"  \
    "mov %r9, " at "+40(%rsp)\n"  \
    "mov %rax, " at "+48(%rsp)\n"

#define TAKE_INTEGERS(at, from)       \
    "mov " at "+0(" from "), %rdi\n"  \
    "mov " at "+8(" from "), %rsi\n"  \
    "mov " at "+16(" from "), %rdx\n" \
    "mov " at "+24(" from "), %rcx\n" \
    "mov " at "+32(" from "), %r8\n"  \
    "mov " at "+40(" from "), %r9\n"  \
    "mov " at "+48(" from "), %rax\n"

#define BEGIN_FRAME                \
    "push %rbp\n"                  \
    ".cfi_def_cfa_offset 16\n"     \
    ".cfi_offset %rbp, -16\n"      \
    "mov %rsp, %rbp\n"             \
    ".cfi_def_cfa_register %rbp\n" \
    "push %rbx\n"                  \
    ".cfi_offset %rbx, -24\n"      \
    "mov %r11, %rbx\n"

#define END_FRAME          \
    "mov -8(%rbp), %rbx\n" \
    "leave\n"              \
    ".cfi_restore %rbx\n"  \
    ".cfi_restore %rbp\n"  \
    ".cfi_def_cfa %rsp, 8\n"

/* clang-format off */
__asm__(
    ".text\n"
    /* Makes the thread's cells, and restores all registers. */
    ".balign 16\n"
    ".type tm_got_first, @function\n"
    "tm_got_first:\n"
    ".cfi_startproc\n" BEGIN_FRAME
    "sub $200, %rsp\n" /* aligned: 8 + 200 */
    KEEP_VECTORS("0") KEEP_INTEGERS("128")
    "mov %rbx, %rdi\n"
    "lea 128(%rsp), %rsi\n"
    "call tm_got_new_cells\n"
    "mov %rbx, %r11\n"
    "test %eax, %eax\n"
    TAKE_VECTORS("0", "%rsp") TAKE_INTEGERS("128", "%rsp")
    END_FRAME
    "jz 1f\n"
    "jmp *8(%r11)\n"
    "1: jmp *(%r11)\n"
    ".cfi_endproc\n"
    ".size tm_got_first, . - tm_got_first\n"

    /* The frame is a struct tmgot_frame at rbp - 272. */
    ".balign 16\n"
    ".globl tm_got_around\n.hidden tm_got_around\n"
    ".type tm_got_around, @function\n"
    "tm_got_around:\n"
    ".cfi_startproc\n"
    ".cfi_personality 0x1b, tm_got_personality\n"
    "endbr64\n" PASS_WHERE_GUARDED BEGIN_FRAME
    "sub $264, %rsp\n"
    "mov %r11, (%rsp)\n"
    KEEP_INTEGERS("144")
    "cmpl $0, 36(%r11)\n"
    "jne 1f\n"
    KEEP_VECTORS("16")
    "1: lea 16(%rbp), %rax\n"
    "mov %rax, 200(%rsp)\n"
    "mov %rsp, %rdi\n"
    "call tm_got_before\n"
    "mov 32(%rbx), %ecx\n"
    "test %ecx, %ecx\n"
    "jz 2f\n" /* rep alone takes longer than everything else */
    "sub %rcx, %rsp\n"
    "mov %rsp, %rdi\n"
    "lea 16(%rbp), %rsi\n"
    "shr $3, %ecx\n"
    "rep movsq\n"
    "2: cmpl $0, 36(%rbx)\n"
    "jne 3f\n"
    TAKE_VECTORS("-256", "%rbp")
    "3:\n" TAKE_INTEGERS("-128", "%rbp")
    "call *(%rbx)\n"
    "mov %rax, -64(%rbp)\n"
    "mov %rdx, -56(%rbp)\n"
    "cmpl $0, 36(%rbx)\n"
    "jne 4f\n"
    "movaps %xmm0, -48(%rbp)\n"
    "movaps %xmm1, -32(%rbp)\n"
    "4: lea -272(%rbp), %rsp\n"
    "mov %rsp, %rdi\n"
    "call tm_got_after\n"
    "mov -64(%rbp), %rax\n"
    "mov -56(%rbp), %rdx\n"
    "cmpl $0, 36(%rbx)\n"
    "jne 5f\n"
    "movaps -48(%rbp), %xmm0\n"
    "movaps -32(%rbp), %xmm1\n"
    "5:\n"
    END_FRAME
    "ret\n"
    ".cfi_endproc\n"
    ".size tm_got_around, . - tm_got_around\n");
/* clang-format on */

/* A jump rather than a call, because glibc searches for libraries in the run paths of the caller, which it knows by the return address. */
#define BEGIN_OF_TWO(name)                                   \
    ".balign 16\n"                                           \
    ".globl " name "\n.hidden " name "\n"                    \
    ".type " name ", @function\n" name ":\n"                 \
    ".cfi_startproc\n"                                       \
    "endbr64\n" PASS_WHERE_GUARDED BEGIN_FRAME "push %rdi\n" \
    "push %rsi\n"                                            \
    "sub $8, %rsp\n"

#define CALL_OR_JUMP        \
    "mov -16(%rbp), %rdi\n" \
    "mov -24(%rbp), %rsi\n" \
    "test %eax, %eax\n"     \
    "jz 1f\n"               \
    "call *(%rbx)\n"

#define END_OF_TWO(name)                            \
    ".cfi_remember_state\n" END_FRAME "ret\n"       \
    ".cfi_restore_state\n"                          \
    "1: mov (%rbx), %r11\n" END_FRAME "jmp *%r11\n" \
    ".cfi_endproc\n"                                \
    ".size " name ", . - " name "\n"

/* clang-format off */
__asm__(
    ".text\n"
    BEGIN_OF_TWO("tm_got_dlopen")
    "call tm_got_may_load\n"
    CALL_OR_JUMP
    "mov %rax, -16(%rbp)\n"
    "mov %rax, %rdi\n"
    "call tm_got_loaded\n"
    "mov -16(%rbp), %rax\n"
    END_OF_TWO("tm_got_dlopen")

    BEGIN_OF_TWO("tm_got_dlsym")
    "call tm_got_may_look\n"
    CALL_OR_JUMP
    "mov %rax, %rdi\n"
    "mov -24(%rbp), %rsi\n"
    "mov 8(%rbp), %rdx\n"
    "call tm_got_looked\n"
    END_OF_TWO("tm_got_dlsym"));
/* clang-format on */

extern char tm_got_stubs[];

void* tm_stub(const struct tm_hook_link* link) { return tm_got_stubs + (link - tm_hook_links) * 16; }

const struct tm_hook_link* tm_hook_link_at(const void* address) {
    size_t offset = (size_t)((const char*)address - tm_got_stubs);
    const struct tm_hook_link* link = &tm_hook_links[offset / 16];
    return offset < TM_HOOK_LINKS * 16 && offset % 16 == 0 && link->hook != NULL ? link : NULL;
}

const char* tm_got_name_of(const void* address) {
    const struct tm_hook_link* link = tm_hook_link_at(address);
    return link == NULL ? NULL : link->hook->of.function;
}

extern void tm_got_pass(void), tm_got_replaced(void), tm_got_around(void);
extern void tm_got_counted_calls(void), tm_got_counted_0(void), tm_got_counted_1(void), tm_got_counted_2(void), tm_got_counted_3(void),
    tm_got_counted_4(void), tm_got_counted_5(void), tm_got_half_0(void), tm_got_half_1(void), tm_got_half_2(void), tm_got_half_3(void),
    tm_got_half_4(void), tm_got_half_5(void);

static void* enter_counted(int argument, bool is_half) {
    enum { REGISTERS = 6 };
    static void (*const BY_ARGUMENT[2][REGISTERS])(void) = {
        {tm_got_counted_0, tm_got_counted_1, tm_got_counted_2, tm_got_counted_3, tm_got_counted_4, tm_got_counted_5},
        {tm_got_half_0, tm_got_half_1, tm_got_half_2, tm_got_half_3, tm_got_half_4, tm_got_half_5}};
    bool has_sum = argument >= 0 && argument < REGISTERS;
    return has_sum ? (void*)BY_ARGUMENT[is_half][argument] : (void*)tm_got_counted_calls;
}

void* tm_code_of(const struct tm_hook* hook, bool is_on) {
    if (!is_on) return (void*)tm_got_pass;
    if (hook->enter != NULL) return hook->enter;
    if (hook->of.replacement != NULL) return (void*)tm_got_replaced;
    return hook->of.before != NULL ? (void*)tm_got_around : enter_counted(hook->of.argument, hook->of.is_half);
}

#else

/* Never reached: no slot is written on this processor (TM_LEADS_CALLS). */
void* tm_stub(const struct tm_hook_link* link) {
    (void)link;
    return NULL;
}

const struct tm_hook_link* tm_hook_link_at(const void* address) {
    (void)address;
    return NULL;
}

const char* tm_got_name_of(const void* address) {
    (void)address;
    return NULL;
}

void* tm_code_of(const struct tm_hook* hook, bool is_on) {
    (void)hook;
    (void)is_on;
    return NULL;
}

void tm_enter_dlopen(void) {}
void tm_enter_dlsym(void) {}

#endif
