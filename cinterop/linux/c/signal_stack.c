/* A stack for signal handlers of each thread, because a stack that overflowed has no room for them. */
#define _GNU_SOURCE
#include "signal_stack.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "exit_state.h"
#include "process_exit.h"

enum { STACK_SIZE = 65536 };

static pthread_key_t key;

static __thread bool is_known __attribute__((tls_model("initial-exec")));

static void free_stack(void* stack) {
    stack_t none, known;
    memset(&none, 0, sizeof none);
    none.ss_flags = SS_DISABLE;
    if (sigaltstack(NULL, &known) == 0 && known.ss_sp == stack) sigaltstack(&none, NULL);
    munmap(stack, STACK_SIZE);
}

bool tm_exit_prepare_signal_stacks(void) { return pthread_key_create(&key, free_stack) == 0; }

bool tm_exit_is_known_thread(void) { return is_known; }

void tm_exit_thread_began(void) {
    is_known = true;
    if (!tm_exit.handles_crashes) return;
    stack_t known, own;
    if (sigaltstack(NULL, &known) != 0 || (known.ss_flags & SS_DISABLE) == 0) return;
    memset(&own, 0, sizeof own);
    own.ss_size = STACK_SIZE;
    own.ss_sp = mmap(NULL, own.ss_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (own.ss_sp == MAP_FAILED) return;
    if (sigaltstack(&own, NULL) == 0 && pthread_setspecific(key, own.ss_sp) == 0) return;
    free_stack(own.ss_sp);
}
