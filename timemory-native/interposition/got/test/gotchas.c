/* Gotchas that are created and removed without end while threads call, and threads that end without having stopped theirs. */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <timemory/gotcha.h>

#include "callee.h"
#include "check.h"

extern const char* timemory_error(void);
extern int open_regions(void);

static atomic_bool is_done;

static void* call(void* unused) {
    for (int i = 0; !is_done; i++) check(twice(i & 1023) == 2 * (i & 1023));
    return unused;
}

static int (*original)(int);
static __thread int replaced, incoming, outgoing;
static int replacement(int x) {
    replaced++;
    return original(x);
}

static void begins(timemory_call* call, void* data) {
    check(strcmp(timemory_call_function(call), "twice") == 0 && data == &is_done);
    incoming++;
}

static void ends(timemory_call* call, void* data) {
    check(call != NULL && data == &is_done);
    outgoing++;
}

static timemory_gotcha* made(bool is_made, timemory_gotcha* gotcha) {
    if (!is_made || !timemory_gotcha_start(gotcha)) printf("%s\n", timemory_error());
    check(is_made && timemory_gotcha_slots(gotcha, NULL) > 0);
    return gotcha;
}

static void come_and_go(void) {
    enum { ROUNDS = 20000 };
    timemory_counted counted, of_before;
    timemory_gotcha* before = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        timemory_gotcha *counting = timemory_gotcha_create(NULL, 0), *other = timemory_gotcha_create(round % 4 == 0 ? "region" : NULL, 1);
        if (round % 8 == 0) check(timemory_gotcha_reject_callers(counting, "nobody,nothing"));
        made(timemory_gotcha_count(counting, "twice", 0), counting);
        if (round % 4 == 1) made(timemory_gotcha_replace(other, "twice", (void*)replacement, (void**)&original), other);
        else made(timemory_gotcha_wrap(other, "twice", "i32(i32)") && timemory_gotcha_audit(other, begins, ends, &is_done), other);
        replaced = incoming = outgoing = 0;
        check(twice(21) == 42);
        check(round % 4 == 1 ? replaced == 1 : incoming == 1 && outgoing == 1);
        check(timemory_gotcha_counted(counting, "twice", true, &counted) && counted.calls == 1 && counted.sum == 21);
        if (before != NULL) {
            /* It no longer owns anything, and does not affect the new owner of what it had. */
            timemory_gotcha_stop(before), timemory_gotcha_remove(before);
            check(timemory_gotcha_permit(before, "nothing") && timemory_gotcha_slots(before, NULL) == 0);
            check(!timemory_gotcha_start(before) && strstr(timemory_error(), "was removed") != NULL);
            check(!timemory_gotcha_counted(before, "twice", true, &counted) && strstr(timemory_error(), "was removed") != NULL);
            check(timemory_gotcha_counted(before, "twice", false, &counted) && counted.calls == of_before.calls);
            check(twice(1) == 2 && timemory_gotcha_counted(counting, "twice", true, &counted) && counted.calls == 2);
        }
        timemory_gotcha_remove(other), timemory_gotcha_remove(counting);
        before = counting;
        check(timemory_gotcha_counted(before, "twice", false, &of_before) && of_before.calls >= 1);
    }
}

static timemory_gotcha* of_threads;

static void* starts_twice(void* unused) {
    check(timemory_gotcha_start(of_threads) && timemory_gotcha_start(of_threads));
    incoming = 0;
    check(twice(1) == 2 && incoming == 1);
    timemory_gotcha_stop(of_threads);
    check(twice(1) == 2 && incoming == 2);
    return unused;
}

static void ends_started(void) {
    enum { THREADS = 4000, BYTES_OF_A_START = 24 };
    size_t before = 0;
    of_threads = timemory_gotcha_create(NULL, 0);
    check(timemory_gotcha_wrap(of_threads, "twice", NULL) && timemory_gotcha_audit(of_threads, begins, ends, &is_done));
    check(timemory_gotcha_set_scope(of_threads, TIMEMORY_GOTCHA_THREAD));
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        check(pthread_create(&thread, NULL, starts_twice, NULL) == 0 && pthread_join(thread, NULL) == 0);
        if (i == THREADS / 2) before = mallinfo2().uordblks;
    }
    check(mallinfo2().uordblks < before + THREADS / 4 * BYTES_OF_A_START);
    incoming = 0;
    check(twice(1) == 2 && incoming == 0);
    timemory_gotcha_stop(of_threads); /* which this thread has not started */
    check(timemory_gotcha_start(of_threads) && twice(1) == 2 && incoming == 1);
    timemory_gotcha_stop(of_threads), timemory_gotcha_stop(of_threads);
    check(twice(1) == 2 && incoming == 1);
    check(timemory_gotcha_start(of_threads) && twice(1) == 2 && incoming == 2);
    timemory_gotcha_remove(of_threads);
}

int main(void) {
    enum { THREADS = 2 };
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) check(pthread_create(&threads[i], NULL, call, NULL) == 0);
    come_and_go();
    is_done = true;
    for (int i = 0; i < THREADS; i++) check(pthread_join(threads[i], NULL) == 0);
    check(open_regions() == 0);
    ends_started();
    return 0;
}
