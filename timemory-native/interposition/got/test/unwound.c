/*
 * A debugger or a profiler stops a thread at any instruction and asks who called. So each instruction that hooked calls execute within the
 * rewriter is single-stepped, and at each one the stack is unwound to the function that made the call.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

static uintptr_t begin, end;
static volatile int stepped;
static uintptr_t lost[8]; /* if none was found */
static volatile size_t lost_count;

static int find_rewriter(struct dl_phdr_info* info, size_t size, void* unused) {
    (void)size, (void)unused;
    if (strstr(info->dlpi_name, "libgot.so") == NULL) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr)* header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        begin = info->dlpi_addr + header->p_vaddr;
        end = begin + header->p_memsz;
    }
    return 1;
}

__attribute__((noinline)) static void make_calls(void (*calls)(void)) {
    __asm__ volatile("pushf\n orq $0x100, (%%rsp)\n popf" ::: "memory", "cc");
    calls();
    __asm__ volatile("pushf\n andq $~0x100, (%%rsp)\n popf" ::: "memory", "cc");
}

static _Unwind_Reason_Code look_for_caller(struct _Unwind_Context* context, void* is_found) {
    if (_Unwind_FindEnclosingFunction((void*)(_Unwind_GetIP(context) - 1)) != (void*)make_calls) return _URC_NO_REASON;
    *(bool*)is_found = true;
    return _URC_END_OF_STACK;
}

static void step(int signal, siginfo_t* info, void* context) {
    (void)signal, (void)info;
    uintptr_t at = (uintptr_t)((ucontext_t*)context)->uc_mcontext.gregs[REG_RIP];
    if (at < begin || at >= end) return;
    bool is_found = false;
    stepped++;
    _Unwind_Backtrace(look_for_caller, &is_found);
    if (!is_found && lost_count < 8) lost[lost_count++] = at - begin;
}

static void calls_integers(void) { twice(1); }
static void calls_floating(void) { scaled(1, 2, 3); }
static void calls_with_stack(void) { ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10); }
static void loads(void) {
    dlopen(NULL, RTLD_LAZY);
    dlsym(RTLD_DEFAULT, "scaled");
    dlsym(RTLD_NEXT, "scaled");
}

static void expect(const char* what, int least, void (*calls)(void)) {
    stepped = 0;
    make_calls(calls);
    for (size_t i = 0; i < lost_count; i++) printf("%s: the caller is not found at %#lx\n", what, (unsigned long)lost[i]);
    if (stepped < least) printf("%s: %d steps\n", what, stepped);
    check(lost_count == 0 && stepped >= least);
}

static void* first_of_thread(void* unused) {
    expect("the first call of a thread", 40, calls_integers);
    return unused;
}

static int (*original)(int);
static int replacement(int x) { return original(x) + 1; }

int main(void) {
    struct sigaction action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO | SA_NODEFER};
    pthread_t thread;
    dl_iterate_phdr(find_rewriter, NULL);
    check(begin != 0 && sigaction(SIGTRAP, &action, NULL) == 0);
    calls_integers(), calls_floating(), calls_with_stack(), loads(); /* bound */

    hook counting = count_calls("twice", -1);
    check(pthread_create(&thread, NULL, first_of_thread, NULL) == 0 && pthread_join(thread, NULL) == 0);
    calls_integers();
    expect("counted", 8, calls_integers);
    switch_hook(counting, false);
    expect("off", 3, calls_integers);
    unhook(counting);
    for (int argument = 0; argument < 6; argument++) {
        hook sum = count_calls("ten", argument);
        expect("counted with an argument", 9, calls_with_stack);
        unhook(sum);
        sum = count_halves("ten", argument);
        expect("counted with half an argument", 9, calls_with_stack);
        unhook(sum);
    }
    hook replaced = replace("twice", (void*)replacement, (void**)&original, 0);
    check(twice(1) == 3);
    expect("replaced", 5, calls_integers);
    hook around = go_around_integers("twice", 0), above = go_around("scaled", 0, 0, ""), stack = go_around("ten", 32, 0, "");
    calls_integers(), calls_floating();
    expect("around", 40, calls_integers);
    expect("around with vectors", 40, calls_floating);
    expect("around with arguments on the stack", 40, calls_with_stack);
    expect("the loader's functions", 40, loads);
    unhook(around), unhook(above), unhook(stack), unhook(replaced);
    return 0;
}
