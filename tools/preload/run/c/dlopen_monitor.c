/*
 * Libraries that a program loads at run time. It looks up their functions with dlsym before calling them, so new ones are detected there:
 * not in dlopen, which searches other folders depending on its caller. dlsym itself is jumped to, with its caller's return address, because
 * its result depends on that.
 *
 * Unloaded libraries are not remembered: the same library at the same address is a new one if it does not contain our jumps.
 */
#define _GNU_SOURCE
#include "dlopen_monitor.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "instrument.h"
#include "stack.h"

static atomic_bool is_watching;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long long loaded;

static int count_loaded(struct dl_phdr_info* info, size_t size, void* count) {
    (void)size;
    *(unsigned long long*)count = info->dlpi_adds;
    return 1;
}

static void look(void) {
    unsigned long long now = 0;
    timemory_for_each_object(count_loaded, &now);
    if (now == loaded || pthread_mutex_trylock(&lock) != 0) return;
    loaded = now;
    tm_instrument_new_libraries();
    pthread_mutex_unlock(&lock);
}

void tm_monitor_dlopen(void) {
    timemory_for_each_object(count_loaded, &loaded);
    atomic_store(&is_watching, true);
}

typedef void* symbol_finder(void*, const char*);

/* The target of dlsym's jump. */
__attribute__((used, visibility("hidden"))) symbol_finder* tm_find_symbol(void) {
    static symbol_finder* _Atomic own;
    if (own == NULL) own = (symbol_finder*)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (own == NULL) own = (symbol_finder*)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (own == NULL) abort();
    struct tm_stack* stack = &tm_stack;
    if (atomic_load_explicit(&is_watching, memory_order_relaxed) && !stack->is_busy) {
        stack->is_busy = true;
        look();
        stack->is_busy = false;
    }
    return own;
}

/* clang-format off */
__asm__(
    ".text\n.globl dlsym\n.type dlsym, @function\n.p2align 4\n"
    "dlsym:\n"
    "    push %rdi\n    push %rsi\n    sub $8, %rsp\n"
    "    call tm_find_symbol\n"
    "    add $8, %rsp\n    pop %rsi\n    pop %rdi\n"
    "    jmp *%rax\n"
    ".size dlsym, . - dlsym\n");
/* clang-format on */
