/* Programs whose events are known exactly: argv[1] says which, argv[2] how many threads, argv[3] how often. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int threads, times;

/* A compiler may leave out a parallel region that is empty. */
static void nothing(void) { __asm__ volatile(""); }

/* Nothing of it is inside a parallel region. */
static void idle(void) { usleep(20000); }

static void barriers(void) {
    for (int i = 0; i < times; i++) {
        int sum = 0;
#pragma omp parallel num_threads(threads)
        {
#pragma omp for
            for (int k = 0; k < 100; k++) {
#pragma omp atomic
                sum += k;
            }
#pragma omp barrier
#pragma omp critical
            sum++;
        }
        printf("%d\n", sum);
        idle();
    }
}

/* One thread has everything to do, and the others wait for it. */
static void unbalanced(void) {
#pragma omp parallel num_threads(threads)
    if (omp_get_thread_num() == 0) usleep(100000);
    usleep(300000);
}

static void nested(void) {
    omp_set_max_active_levels(3);
    for (int i = 0; i < times; i++) {
#pragma omp parallel num_threads(threads)
        {
#pragma omp parallel num_threads(2)
            {
#pragma omp barrier
            }
        }
        idle();
    }
}

static int fibonacci(int n) {
    if (n < 2) return n;
    int a, b;
#pragma omp task shared(a)
    a = fibonacci(n - 1);
#pragma omp task shared(b)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

static void tasks(void) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        printf("%d\n", fibonacci(times));
    }
}

/* Tasks that run when their creators have reached the end of the parallel region. */
static void last_tasks(void) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp single nowait
        for (int i = 0; i < times; i++) {
#pragma omp task
            usleep(1000);
        }
    }
}

static void untied(void) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        for (int i = 0; i < times; i++) {
#pragma omp task untied
            {
#pragma omp taskyield
#pragma omp task
                usleep(10);
#pragma omp taskwait
            }
        }
    }
}

/* A wait for one task through its dependences, while others continue. */
static void dependences(void) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        for (int i = 0; i < times; i++) {
            int x = 0, y = 0;
#pragma omp task depend(out : x) shared(x)
            x = 1;
#pragma omp task depend(out : y) shared(y)
            y = 1;
#pragma omp taskwait depend(in : x)
#pragma omp taskwait
        }
    }
}

static void locks(void) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
    omp_set_lock(&lock);
    if (omp_test_lock(&lock)) puts("taken twice");
    omp_unset_lock(&lock);
#pragma omp parallel num_threads(threads)
    for (int i = 0; i < times; i++) {
        omp_set_lock(&lock);
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
}

/* One thread cancels what the others are executing. */
static void cancelled(void) {
    for (int i = 0; i < times; i++) {
#pragma omp parallel num_threads(threads)
        {
#pragma omp for
            for (int k = 0; k < 100; k++) {
                if (k == 30) {
#pragma omp cancel for
                }
#pragma omp cancellation point for
            }
        }
#pragma omp parallel num_threads(threads)
        {
            if (omp_get_thread_num() == 1) {
#pragma omp cancel parallel
            }
#pragma omp barrier
        }
    }
}

static void varying(void) {
    for (int n = 1; n <= threads; n++) {
        omp_set_num_threads(n);
#pragma omp parallel
        nothing();
    }
}

static void* team_of_its_own(void* unused) {
#pragma omp parallel num_threads(2)
    nothing();
    return unused;
}

/* Each thread is the first one of its teams. */
static void threads_that_end(void) {
    for (int i = 0; i < times; i++) {
        pthread_t started[4];
        for (int k = 0; k < threads; k++) pthread_create(&started[k], NULL, team_of_its_own, NULL);
        for (int k = 0; k < threads; k++) pthread_join(started[k], NULL);
    }
}

static void exit_inside(void) {
#pragma omp parallel num_threads(threads)
    {
        if (omp_get_thread_num() == times) exit(7);
        sleep(100);
    }
}

static void empty(void) {
    for (int i = 0; i < times; i++) {
#pragma omp parallel num_threads(threads)
        nothing();
    }
}

static void forking(void) {
    empty();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        empty();
        exit(3);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    empty();
}

static const struct {
    const char* name;
    void (*run)(void);
} PROGRAMS[] = {
    {"barriers", barriers},
    {"unbalanced", unbalanced},
    {"nested", nested},
    {"tasks", tasks},
    {"last_tasks", last_tasks},
    {"untied", untied},
    {"dependences", dependences},
    {"locks", locks},
    {"cancelled", cancelled},
    {"varying", varying},
    {"threads", threads_that_end},
    {"exit", exit_inside},
    {"empty", empty},
    {"forking", forking},
};

int main(int argc, char** argv) {
    threads = argc > 2 ? atoi(argv[2]) : 1;
    times = argc > 3 ? atoi(argv[3]) : 1;
    for (size_t i = 0; argc > 1 && i < sizeof PROGRAMS / sizeof *PROGRAMS; i++) {
        if (strcmp(PROGRAMS[i].name, argv[1]) == 0) PROGRAMS[i].run();
    }
    return 0;
}
