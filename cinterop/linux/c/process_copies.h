/*
 * Several copies of this library in one process: a Kotlin/Native program with a plugin or with libtimemory.so, or libtimemory.so twice.
 * Only one of them can handle a signal, so it asks the others to write their results too.
 *
 * They find each other by a memory page at a fixed address. A symbol is not enough: a program has to export it, and dlopen may hide it. Nor
 * is the environment, which children inherit and other threads read.
 */
#ifndef TIMEMORY_PROCESS_COPIES_H
#define TIMEMORY_PROCESS_COPIES_H

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define TIMEMORY_COPIES_AT ((void*)0x6d656d6f7000)
#define TIMEMORY_COPIES_MARK 0x31796c69746d6574ULL /* changes with the layout of the page */
#define TIMEMORY_MAX_COPIES 16
#define TIMEMORY_COPIES_WAITS 1000 /* 0.1 ms each */

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

struct timemory_copy {
    int (*begin)(int number); /* makes it write its results before the signal ends the process; 0 if it cannot */
    int* done;                /* futex: 1 when they are written or given up */
    pid_t* writer;
    clockid_t* writer_clock;
};

struct timemory_copies {
    uint64_t mark;
    pid_t process;
    int taken;
    struct {
        int is_there;
        struct timemory_copy copy;
    } all[TIMEMORY_MAX_COPIES];
};

/* Returns the page, or NULL if something else is mapped there. After fork the parent's page is not used: a child writes no results. */
static inline struct timemory_copies* timemory_copies(void) {
    void* made = mmap(TIMEMORY_COPIES_AT, sizeof(struct timemory_copies), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    struct timemory_copies* copies = (struct timemory_copies*)TIMEMORY_COPIES_AT;
    if (made == TIMEMORY_COPIES_AT) {
        copies->process = getpid();
        __atomic_store_n(&copies->mark, TIMEMORY_COPIES_MARK, __ATOMIC_SEQ_CST);
        return copies;
    }
    if (made != MAP_FAILED) munmap(made, sizeof *copies); /* an old kernel ignored the flag */
    struct timemory_copies seen;
    memset(&seen, 0, sizeof seen);
    struct iovec from = {TIMEMORY_COPIES_AT, sizeof seen}, into = {&seen, sizeof seen};
    for (int waited = 0; waited < TIMEMORY_COPIES_WAITS; waited++) {
        if (process_vm_readv(getpid(), &into, 1, &from, 1, 0) != (ssize_t)sizeof seen) return NULL; /* reading it directly may crash */
        if (seen.mark != 0) break;
        usleep(100); /* another copy has just mapped the page and will mark it */
    }
    return seen.mark == TIMEMORY_COPIES_MARK && seen.process == getpid() ? copies : NULL;
}

/* Adds this copy to the page. Returns the page, or NULL. */
static inline struct timemory_copies* timemory_join_copies(struct timemory_copy copy) {
    struct timemory_copies* copies = timemory_copies();
    int place = copies == NULL ? 0 : __atomic_fetch_add(&copies->taken, 1, __ATOMIC_SEQ_CST);
    if (copies == NULL || place >= TIMEMORY_MAX_COPIES) return copies;
    copies->all[place].copy = copy;
    __atomic_store_n(&copies->all[place].is_there, 1, __ATOMIC_SEQ_CST);
    return copies;
}

/* Returns the copy at this index; NULL if there is none, or if `done` belongs to it. */
static inline const struct timemory_copy* timemory_other_copy(struct timemory_copies* copies, int place, const int* done) {
    if (!__atomic_load_n(&copies->all[place].is_there, __ATOMIC_SEQ_CST) || copies->all[place].copy.done == done) return NULL;
    return &copies->all[place].copy;
}

#endif
