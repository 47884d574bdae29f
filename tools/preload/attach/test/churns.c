/* The first thread ends, another one starts threads that end immediately, and a third waits for the end of the input. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_bool is_over;
static atomic_long calls;

__attribute__((noinline)) long brief(long x) {
    volatile long sum = x;
    for (int i = 0; i < 1000; i++) sum += i;
    calls++;
    return sum;
}

static void* call(void* unused) {
    brief(1);
    return unused;
}

static void* begin_others(void* unused) {
    long begun = 0;
    for (; !is_over; begun += 4) {
        pthread_t threads[4];
        for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, call, NULL);
        for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    }
    puts(calls == begun ? "right" : "wrong");
    exit(0);
    return unused;
}

static void* wait_for_the_end(void* unused) {
    char byte;
    while (read(0, &byte, 1) > 0) {}
    is_over = true;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, begin_others, NULL);
    pthread_create(&thread, NULL, wait_for_the_end, NULL);
    puts("begun");
    fflush(stdout);
    pthread_exit(NULL);
}
