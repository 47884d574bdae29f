/* Threads that call while hooks come and go: every call happens, and each counted one is counted once. */
#include <pthread.h>
#include <stdatomic.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

enum { THREADS = 8, CALLS = 20000 };
static atomic_int done;

static void* call(void* hooks) {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) sum += twice(i) + (long)scaled(1, 2, 3);
    check(sum == (long)CALLS * (CALLS - 1) + 6L * CALLS);
    done++;
    return hooks;
}

int main(void) {
    pthread_t threads[THREADS];
    hook counting = count_calls("scaled", -1);
    int switched = 0;
    for (int i = 0; i < THREADS; i++) check(pthread_create(&threads[i], NULL, call, NULL) == 0);
    do {
        hook one = go_around("twice", 0, switched % 3, "");
        hook other = count_calls("twice", 0);
        switch_hook(one, switched % 2);
        unhook(switched % 2 ? one : other);
        unhook(switched % 2 ? other : one);
        switched++;
    } while (done < THREADS);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    check(calls(counting) == (uint64_t)THREADS * CALLS && began() == returned() && left() == 0);
    check(pthread_create(&threads[0], NULL, call, NULL) == 0 && pthread_join(threads[0], NULL) == 0);
    check(calls(counting) == (uint64_t)(THREADS + 1) * CALLS);
    check(calls_here(counting) == 0);
    check(scaled(1, 2, 3) == 6 && calls_here(counting) == 1); /* and nothing of threads that have ended */
    check(calls(counting) == (uint64_t)(THREADS + 1) * CALLS + 1);
    printf("%d times\n", switched);
    return 0;
}
