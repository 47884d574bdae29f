/* Stacks between which the program switches: calls start on one, others end in the meantime, and none is mistaken for an abandoned one. */
#define _GNU_SOURCE
#include <signal.h>
#include <ucontext.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

enum { FIBERS = 3, TURNS = 4, SIZE = 65536 };

static ucontext_t scheduler, fibers[FIBERS];
static char stacks[FIBERS][SIZE], signal_stack[SIZE];
static int running, turns;

static void yields(void* unused) {
    (void)unused;
    turns++;
    check(swapcontext(&fibers[running], &scheduler) == 0);
}

static void run(void) {
    for (int i = 0; i < TURNS; i++) call_back(yields, NULL);
}

static void resume(void* fiber) {
    running = (int)(intptr_t)fiber;
    check(swapcontext(&scheduler, &fibers[running]) == 0);
}

static void handler(int signal) {
    (void)signal;
    call_back(resume, (void*)(intptr_t)0);
}

static void raises(void* signal) { raise(*(int*)signal); }

int main(void) {
    check(slots(go_around("call_back", 0, 0, "")) > 0);
    for (int i = 0; i < FIBERS; i++) {
        check(getcontext(&fibers[i]) == 0);
        fibers[i].uc_stack.ss_sp = stacks[i];
        fibers[i].uc_stack.ss_size = SIZE;
        fibers[i].uc_link = &scheduler;
        makecontext(&fibers[i], run, 0);
    }
    /* A fiber's last turn returns to its end; the others are resumed in another order than that in which they started. */
    static const int ORDER[] = {0, 1, 2, 2, 1, 0, 1, 2, 0, 2, 1};
    for (unsigned i = 0; i < sizeof ORDER / sizeof *ORDER; i++) call_back(resume, (void*)(intptr_t)ORDER[i]);
    check(turns == 11 && left() == 0);
    stack_t alternate = {.ss_sp = signal_stack, .ss_size = SIZE};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    check(sigaltstack(&alternate, NULL) == 0 && sigaction(SIGUSR1, &action, NULL) == 0);
    int signal = SIGUSR1;
    call_back(raises, &signal); /* the first fiber's fourth turn */
    check(turns == 12 && left() == 0);
    for (int i = 0; i < FIBERS; i++) call_back(resume, (void*)(intptr_t)i); /* to their ends */
    check(turns == FIBERS * TURNS && began() == returned() && left() == 0);
    check(began() == 12 + 11 + 2 + 3);
    return 0;
}
