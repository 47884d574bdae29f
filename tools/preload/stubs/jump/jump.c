/*
 * The functions of libtimemory.so, each as a jump to that library's function, which is looked up when the first of them is called.
 *
 * A function consists of three instructions: its number, and a jump through a table. No argument register is touched, nor the stack, so it
 * needs no knowledge of the function's parameters. Initially the table leads to `tm_jump_first`, which preserves the registers, loads the
 * library, fills the whole table, and jumps on. Functions that the library lacks lead to one that does nothing, and so does everything if
 * there is no library.
 *
 * There is no lock: concurrent threads load the same library, which the dynamic linker does once, and fill the table with the same values.
 * Its constructors may call these functions too.
 *
 * Functions that libtimemory.so interposes lead to its versions once it is loaded, and until then to the C library's: they load nothing.
 * Variables are those of this library or of the program, which the loaded library uses as well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "functions.h"

#ifndef __x86_64__
#error "calls can be redirected on x86-64 only"
#endif

#define NUMBER(name) NUMBER_OF_##name,
enum { TM_FUNCTIONS(NUMBER) OF_TIMEMORY, LAST_OF_TIMEMORY = OF_TIMEMORY - 1, TM_FUNCTIONS_OF_LIBC(NUMBER) OF_ALL };

#define NAME(name) #name,
static const char* const NAMES[OF_ALL] = {TM_FUNCTIONS(NAME) TM_FUNCTIONS_OF_LIBC(NAME)};

#define DECLARED(name) extern char tm_stub_of_##name[] __attribute__((visibility("hidden")));
TM_FUNCTIONS(DECLARED)

#define STUB(name) tm_stub_of_##name,
static void* const STUBS[OF_TIMEMORY] = {TM_FUNCTIONS(STUB)};

/* Sixteen bytes each, in the order of their numbers. */
/* clang-format off */
#define ENTRY(name)                                 \
    ".globl " #name "\n"                            \
    ".type " #name ", @function\n"                  \
    #name ":\n"                                     \
    "endbr64\n"                                     \
    "movl $tm_jump_number, %r11d\n"                 \
    "jmp *tm_jump_table+8*tm_jump_number(%rip)\n"   \
    ".size " #name ", . - " #name "\n"              \
    ".set tm_jump_number, tm_jump_number + 1\n"     \
    ".balign 16\n"
/* clang-format on */

/* clang-format off */
__asm__(
    ".text\n"
    ".balign 16\n"
    ".globl tm_jump_entries\n.hidden tm_jump_entries\n"
    "tm_jump_entries:\n"
    ".set tm_jump_number, 0\n" TM_FUNCTIONS(ENTRY) TM_FUNCTIONS_OF_LIBC(ENTRY)

    /* Preserves the registers that may hold arguments, and the number; aligned: 8 + 8 + 184. */
    ".globl tm_jump_first\n.hidden tm_jump_first\n"
    ".type tm_jump_first, @function\n"
    "tm_jump_first:\n"
    ".cfi_startproc\n"
    "endbr64\n"
    "push %rbp\n"
    ".cfi_def_cfa_offset 16\n"
    ".cfi_offset %rbp, -16\n"
    "mov %rsp, %rbp\n"
    ".cfi_def_cfa_register %rbp\n"
    "sub $192, %rsp\n"
    "movaps %xmm0, 0(%rsp)\n"
    "movaps %xmm1, 16(%rsp)\n"
    "movaps %xmm2, 32(%rsp)\n"
    "movaps %xmm3, 48(%rsp)\n"
    "movaps %xmm4, 64(%rsp)\n"
    "movaps %xmm5, 80(%rsp)\n"
    "movaps %xmm6, 96(%rsp)\n"
    "movaps %xmm7, 112(%rsp)\n"
    "mov %rdi, 128(%rsp)\n"
    "mov %rsi, 136(%rsp)\n"
    "mov %rdx, 144(%rsp)\n"
    "mov %rcx, 152(%rsp)\n"
    "mov %r8, 160(%rsp)\n"
    "mov %r9, 168(%rsp)\n"
    "mov %rax, 176(%rsp)\n"
    "mov %r11d, %edi\n"
    "call tm_jump_target\n"
    "mov %rax, %r11\n"
    "movaps 0(%rsp), %xmm0\n"
    "movaps 16(%rsp), %xmm1\n"
    "movaps 32(%rsp), %xmm2\n"
    "movaps 48(%rsp), %xmm3\n"
    "movaps 64(%rsp), %xmm4\n"
    "movaps 80(%rsp), %xmm5\n"
    "movaps 96(%rsp), %xmm6\n"
    "movaps 112(%rsp), %xmm7\n"
    "mov 128(%rsp), %rdi\n"
    "mov 136(%rsp), %rsi\n"
    "mov 144(%rsp), %rdx\n"
    "mov 152(%rsp), %rcx\n"
    "mov 160(%rsp), %r8\n"
    "mov 168(%rsp), %r9\n"
    "mov 176(%rsp), %rax\n"
    "leave\n"
    ".cfi_def_cfa %rsp, 8\n"
    ".cfi_restore %rbp\n"
    "jmp *%r11\n"
    ".cfi_endproc\n"
    ".size tm_jump_first, . - tm_jump_first\n");
/* clang-format on */

extern char tm_jump_entries[], tm_jump_first[];

/* The target of each function. Read by the entries; every value that an entry ever has is valid. */
extern void* tm_jump_table[OF_ALL] __attribute__((visibility("hidden")));
void* tm_jump_table[OF_ALL] = {[0 ... OF_ALL - 1] = tm_jump_first};

static void lead(int number, void* to) { __atomic_store_n(&tm_jump_table[number], to, __ATOMIC_RELEASE); }

/* Only the first problem is reported. */
static void report(const char* library, const char* problem, const char* what, const char* outcome) {
    static atomic_flag is_reported = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&is_reported)) fprintf(stderr, "timemory: %s%s%s%s\n", library, problem, what, outcome);
}

static const char* path_of_library(void) {
    const char* named = secure_getenv("TIMEMORY_JUMP_LIBRARY");
    return named == NULL || *named == '\0' ? "libtimemory.so" : named;
}

/* Returns the function of that name; NULL if there is none except the one here, which would call itself. */
static void* look_up(void* library, int number) {
    void* found = dlsym(library, NAMES[number]);
    return found == tm_jump_entries + 16 * number ? NULL : found;
}

static long is_missing(void) {
    errno = ENOSYS;
    return -1;
}

static void of_c_library(int number) {
    void* found = look_up(RTLD_NEXT, number);
    lead(number, found == NULL ? (void*)is_missing : found);
}

__attribute__((constructor)) static void prepare(void) {
    for (int number = OF_TIMEMORY; number < OF_ALL; number++) {
        if (__atomic_load_n(&tm_jump_table[number], __ATOMIC_ACQUIRE) == tm_jump_first) of_c_library(number);
    }
}

static void report_no_library(const char* path) {
    const char* why = dlerror();
    size_t length = strlen(path);
    /* The dynamic linker's message usually starts with the path. */
    bool has_path = why != NULL && strncmp(why, path, length) == 0;
    report(path, has_path ? "" : " cannot be loaded: ", why == NULL ? "" : has_path ? why + length : why, ": nothing is measured");
}

/* Fills the table, except for functions that the library lacks: those are reported when they are called. */
static void load(void) {
    const char* path = path_of_library();
    void* library = dlopen(path, RTLD_LAZY);
    if (library == NULL) {
        report_no_library(path);
        for (int number = 0; number < OF_TIMEMORY; number++) lead(number, STUBS[number]);
        return;
    }
    for (int number = 0; number < OF_ALL; number++) {
        void* found = look_up(library, number);
        if (found != NULL) lead(number, found);
    }
    dlerror(); /* failed lookups are not errors of the program */
}

extern void* tm_jump_target(unsigned number) __attribute__((visibility("hidden")));
void* tm_jump_target(unsigned number) {
    int saved = errno;
    if (number < OF_TIMEMORY) {
        load();
    } else {
        of_c_library((int)number);
    }
    void* target = __atomic_load_n(&tm_jump_table[number], __ATOMIC_ACQUIRE);
    if (target == tm_jump_first) {
        report(path_of_library(), " has no function ", NAMES[number], ": calls of it do nothing");
        target = STUBS[number];
        lead((int)number, target);
    }
    errno = saved;
    return target;
}
