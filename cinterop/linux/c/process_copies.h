/*
 * Several copies of this library in one process: a Kotlin/Native program with a plugin or with libtimemory.so, or libtimemory.so twice.
 * Only one of them can have the handler of a signal, so that one asks the others to write their results too.
 *
 * They find each other by a page of memory at an address that all know. No symbol would do, which a program has to export and a library
 * loaded by itself hides, and neither the environment, which children inherit and other threads read.
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
#define TIMEMORY_COPIES_MARK 0x31796c69746d6574ULL /* changes with what is in the page */
#define TIMEMORY_MAX_COPIES 16
#define TIMEMORY_COPIES_WAITS 1000 /* of a tenth of a millisecond each */

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

struct timemory_copy {
    int (*begin)(int number); /* has it write its results before the signal ends the process; whether it will */
    int* done;                /* a futex: they are written, or given up */
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

/*
 * The page; NULL where something else is at its place. A process that was forked writes nothing, and neither do its parent's copies for it.
 */
static inline struct timemory_copies* timemory_copies(void) {
    void* made = mmap(TIMEMORY_COPIES_AT, sizeof(struct timemory_copies), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    struct timemory_copies* copies = (struct timemory_copies*)TIMEMORY_COPIES_AT;
    if (made == TIMEMORY_COPIES_AT) {
        copies->process = getpid();
        __atomic_store_n(&copies->mark, TIMEMORY_COPIES_MARK, __ATOMIC_SEQ_CST);
        return copies;
    }
    if (made != MAP_FAILED) munmap(made, sizeof *copies); /* a kernel that does not know the flag */
    struct timemory_copies seen;
    memset(&seen, 0, sizeof seen);
    struct iovec from = {TIMEMORY_COPIES_AT, sizeof seen}, into = {&seen, sizeof seen};
    for (int waited = 0; waited < TIMEMORY_COPIES_WAITS; waited++) {
        if (process_vm_readv(getpid(), &into, 1, &from, 1, 0) != (ssize_t)sizeof seen) return NULL; /* where reading it may be a crash */
        if (seen.mark != 0) break;
        usleep(100); /* another copy has just made the page, and is about to mark it */
    }
    return seen.mark == TIMEMORY_COPIES_MARK && seen.process == getpid() ? copies : NULL;
}

/* The copies there are, which know of this one from now on. */
static inline struct timemory_copies* timemory_join_copies(struct timemory_copy copy) {
    struct timemory_copies* copies = timemory_copies();
    int place = copies == NULL ? 0 : __atomic_fetch_add(&copies->taken, 1, __ATOMIC_SEQ_CST);
    if (copies == NULL || place >= TIMEMORY_MAX_COPIES) return copies;
    copies->all[place].copy = copy;
    __atomic_store_n(&copies->all[place].is_there, 1, __ATOMIC_SEQ_CST);
    return copies;
}

/* The copy at this place, from 0 on; NULL where there is none or it is the one that `done` belongs to. */
static inline const struct timemory_copy* timemory_other_copy(struct timemory_copies* copies, int place, const int* done) {
    if (!__atomic_load_n(&copies->all[place].is_there, __ATOMIC_SEQ_CST) || copies->all[place].copy.done == done) return NULL;
    return &copies->all[place].copy;
}

#endif
