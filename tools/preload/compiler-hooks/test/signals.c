/* Instrumented signal handlers: interrupting anything, and at every 100th round while nothing else is running. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

static volatile int seen;

static void counts(void) { seen++; }

static void handler(int number) {
    (void)number;
    counts();
}

static int leaf(int x) { return x + 1; }

__attribute__((noinline)) static int work(int x) { return leaf(x) + leaf(x + 1); }

int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    struct itimerval often = {{0, 500}, {0, 500}};
    setitimer(ITIMER_REAL, &often, NULL);
    unsigned sum = 0;
    int rounds = 0;
    while (seen < 200 || rounds < 2000) {
        sum += (unsigned)work(rounds);
        if (++rounds % 100 == 0) raise(SIGUSR1);
    }
    struct itimerval never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%d\n", rounds);
    return sum == 1;
}
