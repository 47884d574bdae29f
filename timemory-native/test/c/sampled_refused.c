/* A sandbox that provides no timers: the program continues, its regions are measured, and a message says why there are no samples. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "check.h"
#include "timemory/library.h"

static volatile double sink;

static void refuse_timers(void) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_timer_create, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no new privileges");
    check(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0, "a filter");
}

int main(void) {
    check(freopen("problems.txt", "w", stderr) != NULL, "file");
    refuse_timers();
    setenv("TIMEMORY_SAMPLING", "cpu", 1);
    setenv("TIMEMORY_OUTPUT_FORMATS", "collapsed", 1);
    setenv("TIMEMORY_JSON_OUTPUT", "true", 1);
    timemory_init_library(0, NULL);
    timemory_push_region("busy");
    clock_t end = clock() + CLOCKS_PER_SEC / 5;
    double x = 1;
    while (clock() < end) x += x / 3;
    sink = x;
    timemory_pop_region("busy");
    timemory_finalize_library();
    return 0;
}
