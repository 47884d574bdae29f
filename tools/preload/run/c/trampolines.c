#include "trampolines.h"

#include <cpuid.h>
#include <stddef.h>

/*
 * The vector registers are saved as far as the object uses them, which takes 5 to 10 ns; xsave, which saves all of them, takes 80 and more
 * with its counterpart. If it is used, its mask contains SSE, AVX and the three parts of AVX-512, all of which end below 2,816 bytes, and
 * xrstor requires the rest of the header to be zero. lahf and seto save the relevant flags; popf would take far longer.
 */
/* clang-format off */
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

    ".macro tm_with_sse function\n"
    "    sub $256, %rsp\n"
    "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n    movaps %xmm\\n, 16*\\n(%rsp)\n    .endr\n"
    "    call \\function\n"
    "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n    movaps 16*\\n(%rsp), %xmm\\n\n    .endr\n"
    ".endm\n"
    ".macro tm_with_avx function\n"
    "    sub $512, %rsp\n"
    "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n    vmovaps %ymm\\n, 32*\\n(%rsp)\n    .endr\n"
    "    vzeroupper\n"
    "    call \\function\n"
    "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n    vmovaps 32*\\n(%rsp), %ymm\\n\n    .endr\n"
    ".endm\n"
    ".macro tm_with_avx512 function\n"
    "    sub $2816, %rsp\n"
    "    xor %eax, %eax\n"
    "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7\n    mov %rax, 512+8*\\n(%rsp)\n    .endr\n"
    "    xor %edx, %edx\n    mov $0xe6, %eax\n"
    "    xsave64 (%rsp)\n"
    "    call \\function\n"
    "    xor %edx, %edx\n    mov $0xe6, %eax\n"
    "    xrstor64 (%rsp)\n"
    ".endm\n"

    ".macro tm_trampolines kind\n"
    ".type tm_enter_by_\\kind, @function\n.p2align 4\n"
    "tm_enter_by_\\kind:\n"
    "    tm_save_general\n"
    "    mov 104(%rbx), %rdi\n"
    "    lea 112(%rbx), %rsi\n"
    "    call tm_may_enter\n"
    "    test %al, %al\n"
    "    je 9f\n"
    "    mov 104(%rbx), %rdi\n"
    "    lea 112(%rbx), %rsi\n"
    "    tm_with_\\kind tmpatch_enter\n"
    "9:  tm_restore_general\n"
    "    ret $8\n"
    ".size tm_enter_by_\\kind, . - tm_enter_by_\\kind\n"
    ".type tm_exit_by_\\kind, @function\n.p2align 4\n"
    "tm_exit_by_\\kind:\n"
    "    tm_save_general\n"
    "    lea 104(%rbx), %rdi\n"
    "    call tm_may_exit\n"
    "    test %al, %al\n"
    "    je 9f\n"
    "    lea 104(%rbx), %rdi\n"
    "    tm_with_\\kind tmpatch_exit\n"
    "9:  tm_restore_general\n"
    "    ret\n"
    ".size tm_exit_by_\\kind, . - tm_exit_by_\\kind\n"
    ".endm\n"
    "tm_trampolines sse\n"
    "tm_trampolines avx\n"
    "tm_trampolines avx512\n");
/* clang-format on */

extern void tm_enter_by_sse(void), tm_exit_by_sse(void);
extern void tm_enter_by_avx(void), tm_exit_by_avx(void);
extern void tm_enter_by_avx512(void), tm_exit_by_avx512(void);

static bool has(unsigned bit) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit) != 0;
}

const struct tm_trampolines* tm_trampolines_for(enum tm_vectors vectors) {
    static const struct tm_trampolines all[] = {
        {tm_enter_by_sse, tm_exit_by_sse}, {tm_enter_by_avx, tm_exit_by_avx}, {tm_enter_by_avx512, tm_exit_by_avx512}};
    /* Code for another processor is not executed: a program checks which one it runs on before that. */
    bool is_avx = has(bit_OSXSAVE) && has(bit_AVX);
    if (vectors == TM_SSE || !is_avx) return &all[TM_SSE];
    return &all[vectors];
}
