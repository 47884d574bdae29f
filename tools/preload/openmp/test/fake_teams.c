/*
 * A runtime that shows neither by kind nor by address which barrier is the last of a parallel region, whose worker stays in it until it is
 * needed again, and which sometimes omits events. argv[1]: parallel regions. With another argument, it reports no barriers.
 */
#include "fake_runtime.h"

static pthread_barrier_t both;
static data_t parallel;
static int regions;
static const char somewhere[1];

static void barrier(data_t* task, int is_reported) {
    if (is_reported) sync_region(2, BEGIN, &parallel, task, somewhere);
    pthread_barrier_wait(&both);
    if (is_reported) sync_region(2, END, &parallel, task, somewhere);
}

static void* worker(void* unused) {
    thread_begin(2);
    for (int i = 0; i < regions; i++) {
        pthread_barrier_wait(&both);
        data_t task = {0};
        implicit_task(BEGIN, &parallel, &task, 2, 1);
        barrier(&task, 1); /* while it is open */
        sync_region(2, BEGIN, &parallel, &task, somewhere);
        pthread_barrier_wait(&both);
        pthread_barrier_wait(&both); /* for the next region, or the end */
        data_t copy = task;
        sync_region(2, END, NULL, &copy, NULL);
        if (i % 2 == 0) implicit_task(END, NULL, &copy, 0, 1);
    }
    return unused;
}

int main(int argc, char** argv) {
    regions = argc > 1 ? atoi(argv[1]) : 1;
    if (argc > 2) refused = 1u << 23;
    begin_runtime("Fake OpenMP 1.0");
    thread_begin(1);
    pthread_barrier_init(&both, NULL, 2);
    pthread_t other;
    pthread_create(&other, NULL, worker, NULL);
    /* An end without a start: it must do nothing. */
    data_t none = {0};
    parallel_end(&none, somewhere);
    implicit_task(END, NULL, &none, 2, 0);
    sync_region(3, END, NULL, &none, somewhere);
    for (int i = 0; i < regions; i++) {
        data_t task = {0};
        parallel_begin(&parallel, 2, main);
        implicit_task(BEGIN, &parallel, &task, 2, 0);
        pthread_barrier_wait(&both);
        barrier(&task, 1);
        barrier(&task, 0);
        implicit_task(END, NULL, &task, 2, 0);
        parallel_end(&parallel, main);
        usleep(50000);
        pthread_barrier_wait(&both);
    }
    pthread_join(other, NULL);
    end_runtime();
    return 0;
}
