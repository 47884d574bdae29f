/* Functions of every kind of end: returns, jumps, ends of threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static int leaf(int x) { return x + 1; }

int twice(int x) { return leaf(leaf(x)); }

int recursive(int n) { return n == 0 ? 0 : 1 + recursive(n - 1); }

static void jumps(int n) {
    if (n == 0) longjmp(back, 1);
    jumps(n - 1);
}

static void lands(void) {
    if (setjmp(back) == 0) jumps(2);
    leaf(1);
}

static void* works(void* unused) {
    for (int i = 0; i < 100; i++) twice(i);
    return unused;
}

static void* leaves(void* unused) {
    twice(1);
    pthread_exit(unused);
}

int main(void) {
    for (int i = 0; i < 10; i++) twice(i);
    int depth = recursive(2);
    lands();
    lands();
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, works, NULL);
    pthread_create(&threads[1], NULL, leaves, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("%d\n", depth);
    return 0;
}
