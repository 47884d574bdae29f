/*
 * Kotlin functions that replace C functions. A slot contains an entry of this file, which preserves the arguments, checks whether Kotlin
 * may run, and jumps to one of the two functions.
 */
#include <stddef.h>

#include "gotcha_host.h"
#include "kotlin_gotcha.h"

static struct tm_replacement replacements[TM_REPLACEMENTS];
static atomic_int taken;

/* Called by the following code. */
__attribute__((used, visibility("hidden"))) void* tm_chosen(uint32_t number) {
    struct tm_replacement* one = &replacements[number];
    return tm_may_run(&one->unseen) ? one->kotlin : one->original;
}

/* One entry of 16 bytes for each number, with the number in r11d, a register that no call uses for arguments. */
extern char tm_replacement_entries[] __attribute__((visibility("hidden")));
#if defined(__x86_64__)
/* clang-format off */
__asm__(
    "    .text\n"
    "    .p2align 4\n"
    "    .hidden tm_replacement_entries\n"
    "    .globl tm_replacement_entries\n"
    "tm_replacement_entries:\n"
    "    .set number, 0\n"
    "    .rept 64\n"
    "    .p2align 4\n"
    "    endbr64\n"
    "    movl $number, %r11d\n"
    "    jmp tm_replacement_common\n"
    "    .set number, number + 1\n"
    "    .endr\n"
    "    .p2align 4\n"
    "    .type tm_replacement_common, @function\n"
    "tm_replacement_common:\n"
    "    .cfi_startproc\n"
    "    pushq %rbp\n"
    "    .cfi_def_cfa_offset 16\n"
    "    .cfi_offset %rbp, -16\n"
    "    movq %rsp, %rbp\n"
    "    .cfi_def_cfa_register %rbp\n"
    "    pushq %rdi\n"
    "    pushq %rsi\n"
    "    pushq %rdx\n"
    "    pushq %rcx\n"
    "    pushq %r8\n"
    "    pushq %r9\n"
    "    pushq %rax\n"
    "    pushq %r10\n"
    "    subq $128, %rsp\n"
    "    movups %xmm0, 0(%rsp)\n"
    "    movups %xmm1, 16(%rsp)\n"
    "    movups %xmm2, 32(%rsp)\n"
    "    movups %xmm3, 48(%rsp)\n"
    "    movups %xmm4, 64(%rsp)\n"
    "    movups %xmm5, 80(%rsp)\n"
    "    movups %xmm6, 96(%rsp)\n"
    "    movups %xmm7, 112(%rsp)\n"
    "    movl %r11d, %edi\n"
    "    call tm_chosen\n"
    "    movq %rax, %r11\n"
    "    movups 0(%rsp), %xmm0\n"
    "    movups 16(%rsp), %xmm1\n"
    "    movups 32(%rsp), %xmm2\n"
    "    movups 48(%rsp), %xmm3\n"
    "    movups 64(%rsp), %xmm4\n"
    "    movups 80(%rsp), %xmm5\n"
    "    movups 96(%rsp), %xmm6\n"
    "    movups 112(%rsp), %xmm7\n"
    "    addq $128, %rsp\n"
    "    popq %r10\n"
    "    popq %rax\n"
    "    popq %r9\n"
    "    popq %r8\n"
    "    popq %rcx\n"
    "    popq %rdx\n"
    "    popq %rsi\n"
    "    popq %rdi\n"
    "    popq %rbp\n"
    "    .cfi_def_cfa %rsp, 8\n"
    "    jmp *%r11\n"
    "    .cfi_endproc\n"
    "    .size tm_replacement_common, . - tm_replacement_common\n");
/* clang-format on */
#else
char tm_replacement_entries[16 * TM_REPLACEMENTS]; /* unreachable: see TM_LEADS_CALLS */
#endif

_Static_assert(TM_REPLACEMENTS == 64, "as many entries as replacements");

struct tm_replacement* tm_new_replacement(void* kotlin) {
    int number = atomic_load(&taken);
    do {
        if (number >= TM_REPLACEMENTS) return NULL;
    } while (!atomic_compare_exchange_weak(&taken, &number, number + 1));
    struct tm_replacement* one = &replacements[number];
    one->kotlin = kotlin;
    one->entry = tm_replacement_entries + 16 * (ptrdiff_t)number;
    return one;
}
