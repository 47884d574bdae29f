/* Runs until its input ends: a thread that waits now and then, and one that never does. It counts its work. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static atomic_bool is_over;
static atomic_long leaves, calls;

__attribute__((noinline)) long leaf(long x) {
    volatile long sum = x;
    for (int i = 0; i < 50; i++) sum += i;
    leaves++;
    return sum;
}

__attribute__((noinline)) long turns(long x) {
    calls++;
    return leaf(x) + leaf(x + 1) + 1;
}

__attribute__((noinline)) long waits(long x) {
    calls++;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
    return leaf(x) + leaf(x + 1) + 1;
}

static void* wait_and_work(void* unused) {
    for (long sum = 0; !is_over;) sum += waits(sum);
    return unused;
}

static void* work(void* unused) {
    for (long sum = 0; !is_over;) sum += turns(sum);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_and_work, NULL);
    pthread_create(&threads[1], NULL, work, NULL);
    puts("begun");
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) {}
    is_over = true;
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    puts(leaves == 2 * calls ? "right" : "wrong");
    return 0;
}
