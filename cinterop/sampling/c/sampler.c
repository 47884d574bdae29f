#define _GNU_SOURCE
#include "tm_sampler.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "../../linux/signal_sets.h"
#include "tm_python.h"
#include "tm_unwind.h"

enum { PLACES = 32768, NO_TIMER = -1 };

/* Aligned, so that the lowest bits of its address have room for the kind. */
struct tm_sampled {
    int64_t count; /* samples of the thread so far: read by the thread itself */
    int64_t lost;
    uint64_t head; /* by the handler */
    uint64_t tail; /* by the taker */
    int64_t* ring;
    uint64_t mask;
    int thread;
    int timers[TM_SAMPLED_KINDS];
    int is_armed;
    int has_ended;
    int is_taken;    /* whether it has an owner */
    int64_t period;  /* between samples of its CPU time */
    int64_t sampled; /* the CPU time of its samples, including lost ones */
    int64_t before;  /* its CPU time when it was armed */
    int64_t blocked; /* CPU time besides that, if it blocked the signal when it ended */
} __attribute__((aligned(128)));

/* Allocated as one block, so that the handler can recognise our slots by their address; the kernel only fills in the pages in use. */
static struct tm_sampled* places;
static int used;
static uint64_t ring_words;
static int signal_number;
static pthread_key_t own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- The handler --------------------------------------------------------------------------------------------------------------------- */

/* The C functions, followed by the Python functions that some of them run, if any: neither uses up the other's space. */
static int walk(const ucontext_t* context, int64_t* into, int most, int* is_cut) {
    void* python = tm_python_state();
    int frames = tm_unwind(context, into, python == NULL ? most : most / 2, is_cut);
    return python == NULL ? frames : frames + tm_python_walk(python, into + frames, most - frames, is_cut);
}

static void write_sample(struct tm_sampled* place, int kind, int64_t periods, const ucontext_t* context) {
    uint64_t head = place->head, tail = __atomic_load_n(&place->tail, __ATOMIC_ACQUIRE), mask = place->mask;
    uint64_t free_words = mask + 1 - (head - tail), at = head & mask;
    /* A sample is contiguous in the ring: if the rest of the ring is too short, it starts at the beginning. */
    uint64_t rest = mask + 1 - at;
    uint64_t most = TM_SAMPLED_DEPTH < (mask + 1) / 4 ? TM_SAMPLED_DEPTH : (mask + 1) / 4;
    if (rest < most + 1) {
        if (free_words < rest + most + 1) {
            place->lost += periods;
            return;
        }
        place->ring[at] = 0;
        head += rest;
        at = 0;
    } else if (free_words < most + 1) {
        place->lost += periods;
        return;
    }
    int is_cut;
    int frames = walk(context, &place->ring[at + 1], (int)most, &is_cut);
    place->ring[at] = (int64_t)((uint64_t)periods << 32 | (uint64_t)(unsigned)frames << 16 | (uint64_t)(is_cut != 0) << 8 | (unsigned)kind);
    place->count++;
    __atomic_store_n(&place->head, head + 1 + (uint64_t)frames, __ATOMIC_RELEASE);
}

static void on_signal(int number, siginfo_t* info, void* context) {
    (void)number;
    if (info->si_code != SI_TIMER) return;
    int error = errno;
    uintptr_t sent = (uintptr_t)info->si_value.sival_ptr, kind = sent % sizeof(struct tm_sampled);
    struct tm_sampled* place = (struct tm_sampled*)(sent - kind);
    /* Another library's timer may send the same signal; and one of ours may arrive late, when the slot belongs to another thread. */
    bool is_place = place >= places && place < places + PLACES && kind < TM_SAMPLED_KINDS;
    if (is_place && __atomic_load_n(&place->is_armed, __ATOMIC_RELAXED) && place->thread == (int)syscall(SYS_gettid)) {
        int64_t periods = 1 + (int64_t)(info->si_overrun > 0 ? info->si_overrun : 0);
        if (kind == TM_SAMPLED_CPU) place->sampled += periods * place->period;
        write_sample(place, (int)kind, periods, context);
    }
    errno = error;
}

/* ---- The signal ---------------------------------------------------------------------------------------------------------------------- */

static bool is_ours(const struct sigaction* action) { return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_signal; }

static bool is_free(int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) return false;
    return is_ours(&action) || (!(action.sa_flags & SA_SIGINFO) && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN));
}

static int free_signal(void) {
    if (is_free(SIGPROF)) return SIGPROF;
    for (int number = SIGRTMAX - 2; number > SIGRTMIN + 2; number--) {
        if (is_free(number)) return number;
    }
    return 0;
}

static void disarm(struct tm_sampled* place) {
    __atomic_store_n(&place->is_armed, 0, __ATOMIC_SEQ_CST);
    for (int kind = 0; kind < TM_SAMPLED_KINDS; kind++) {
        int timer = __atomic_exchange_n(&place->timers[kind], NO_TIMER, __ATOMIC_SEQ_CST);
        if (timer != NO_TIMER) syscall(SYS_timer_delete, timer);
    }
}

static int64_t time_without_samples(const struct tm_sampled* place) {
    if (place->period == 0) return 0;
    int64_t time = tm_cpu_time_of(place->thread) - place->before - place->sampled;
    return time > 0 ? time : 0;
}

static void thread_ends(void* value) {
    struct tm_sampled* place = value;
    sigset_t blocked;
    if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 && sigismember(&blocked, signal_number))
        place->blocked = time_without_samples(place);
    pthread_mutex_lock(&lock); /* another thread may be arming it */
    disarm(place);
    __atomic_store_n(&place->has_ended, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

/* A child has no timers: their numbers may be reused for others. */
static void forked(void) {
    pthread_mutex_init(&lock, NULL);
    for (int i = 0; i < used; i++) {
        places[i].is_armed = 0;
        for (int kind = 0; kind < TM_SAMPLED_KINDS; kind++) places[i].timers[kind] = NO_TIMER;
    }
}

static int make_places(void) {
    if (places != NULL) return 0;
    void* memory = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return errno;
    int error = pthread_key_create(&own, thread_ends);
    if (error == 0) error = pthread_atfork(NULL, NULL, forked);
    if (error != 0) {
        munmap(memory, PLACES * sizeof *places);
        return error;
    }
    tm_unwind_prepare();
    places = memory;
    return 0;
}

int tm_sampling_begin(int64_t ring) {
    int error = make_places();
    if (error != 0) return -error;
    ring_words = (uint64_t)ring;
    int number = free_signal();
    if (number == 0) return -EBUSY;
    /* Stays installed when sampling ends: a signal that still arrives then would terminate the process. */
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, NULL) != 0) return -errno;
    signal_number = number;
    return number;
}

int tm_sampling_has_signal(void) {
    struct sigaction action;
    return sigaction(signal_number, NULL, &action) == 0 && is_ours(&action);
}

/* ---- Places -------------------------------------------------------------------------------------------------------------------------- */

static bool has_ring(struct tm_sampled* place) {
    if (place->ring != NULL && place->mask + 1 == ring_words) return true;
    void* ring = mmap(NULL, ring_words * sizeof *place->ring, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (ring == MAP_FAILED) return false;
    if (place->ring != NULL) munmap(place->ring, (place->mask + 1) * sizeof *place->ring);
    place->ring = ring;
    place->mask = ring_words - 1;
    return true;
}

static struct tm_sampled* take_place(void) {
    for (int i = 0; i < used; i++) {
        if (!places[i].is_taken && has_ring(&places[i])) return &places[i];
    }
    if (used == PLACES || !has_ring(&places[used])) return NULL;
    return &places[used++];
}

struct tm_sampled* tm_sampled_for(int thread) {
    pthread_mutex_lock(&lock);
    struct tm_sampled* place = take_place();
    if (place != NULL) {
        place->is_taken = 1;
        place->thread = thread;
        place->count = 0;
        place->lost = 0;
        place->tail = place->head;
        place->has_ended = 0;
        place->blocked = 0;
        place->period = 0;
        for (int kind = 0; kind < TM_SAMPLED_KINDS; kind++) place->timers[kind] = NO_TIMER;
    }
    pthread_mutex_unlock(&lock);
    return place;
}

int tm_sampled_own(struct tm_sampled* place) { return pthread_setspecific(own, place); }

static int arm(struct tm_sampled* place, int kind, int64_t first, int64_t period) {
    if (place->timers[kind] != NO_TIMER) return 0;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal_number};
    event.sigev_value.sival_ptr = (char*)place + kind;
    event._sigev_un._tid = place->thread;
    /* The clock of any thread of the process, by the kernel's numbering (CPUCLOCK_SCHED and CPUCLOCK_PERTHREAD_MASK). */
    long clock = kind == TM_SAMPLED_CPU ? (long)((int)(~(unsigned)place->thread << 3) | 6) : CLOCK_MONOTONIC;
    int timer;
    if (syscall(SYS_timer_create, clock, &event, &timer) != 0) return errno;
    struct itimerspec times = {
        .it_value = {first / 1000000000, first % 1000000000},
        .it_interval = {period / 1000000000, period % 1000000000},
    };
    if (kind == TM_SAMPLED_CPU) {
        place->before = tm_cpu_time_of(place->thread);
        place->sampled = 0;
        place->period = period;
    }
    __atomic_store_n(&place->is_armed, 1, __ATOMIC_SEQ_CST);
    if (syscall(SYS_timer_settime, timer, 0, &times, NULL) != 0) {
        int error = errno;
        syscall(SYS_timer_delete, timer);
        return error;
    }
    __atomic_store_n(&place->timers[kind], timer, __ATOMIC_SEQ_CST);
    return 0;
}

int tm_sampled_arm(struct tm_sampled* place, int kind, int64_t first, int64_t period) {
    pthread_mutex_lock(&lock);
    int error = place->has_ended ? ESRCH : arm(place, kind, first, period);
    pthread_mutex_unlock(&lock);
    return error;
}

void tm_sampled_discard(struct tm_sampled* place) {
    __atomic_store_n(&place->tail, __atomic_load_n(&place->head, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
}

void tm_sampled_disarm(struct tm_sampled* place) { disarm(place); }

int tm_sampled_has_ended(const struct tm_sampled* place) {
    if (__atomic_load_n(&place->has_ended, __ATOMIC_ACQUIRE)) return 1;
    /* Used if the slot was not created by the thread itself. */
    return syscall(SYS_tgkill, getpid(), place->thread, 0) != 0 && errno == ESRCH;
}

/* The signals that threads of the library and of the Kotlin runtime block, as shown by the kernel, which excludes SIGKILL and SIGSTOP. */
static uint64_t blocked_by_library(void) {
    sigset_t signals = timemory_program_signals();
    uint64_t blocked = 0;
    for (int number = 1; number <= 64; number++) {
        bool blocks = number != SIGKILL && number != SIGSTOP && sigismember(&signals, number) == 1;
        blocked |= (uint64_t)blocks << (number - 1);
    }
    return blocked;
}

/*
 * Whether a live thread of the program blocks the signal: its mask is a hexadecimal number for 64 signals. Threads of the library, such as
 * the garbage collector's, always block it, and need not be sampled.
 */
static bool blocks_signal(int thread) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
    FILE* status = fopen(path, "re");
    if (status == NULL) return false;
    unsigned long long blocked = 0;
    while (fgets(line, sizeof line, status) != NULL && sscanf(line, "SigBlk: %llx", &blocked) != 1) {}
    fclose(status);
    return (blocked >> (signal_number - 1) & 1) && blocked != blocked_by_library();
}

int64_t tm_sampled_blocked(const struct tm_sampled* place) {
    if (__atomic_load_n(&place->has_ended, __ATOMIC_ACQUIRE)) return place->blocked;
    return blocks_signal(place->thread) ? time_without_samples(place) : 0;
}

void tm_sampled_release(struct tm_sampled* place) {
    disarm(place);
    pthread_mutex_lock(&lock);
    place->is_taken = 0;
    pthread_mutex_unlock(&lock);
}

int64_t* tm_sampled_count(struct tm_sampled* place) { return &place->count; }

int64_t tm_sampled_lost(const struct tm_sampled* place) { return place->lost; }

int tm_sampled_take(struct tm_sampled* place, int64_t* into, int64_t* about) {
    for (;;) {
        uint64_t head = __atomic_load_n(&place->head, __ATOMIC_ACQUIRE), tail = place->tail;
        if (head == tail) return 0;
        uint64_t at = tail & place->mask;
        int64_t found = place->ring[at];
        if (found == 0) { /* the rest of the ring was too short for one */
            __atomic_store_n(&place->tail, tail + (place->mask + 1 - at), __ATOMIC_RELEASE);
            continue;
        }
        int frames = TM_SAMPLE_FRAMES(found);
        memcpy(into, &place->ring[at + 1], (size_t)frames * sizeof *into);
        *about = found;
        __atomic_store_n(&place->tail, tail + 1 + (uint64_t)frames, __ATOMIC_RELEASE);
        return 1;
    }
}

__attribute__((noinline)) int tm_sampled_here(int64_t* into, int most) {
    ucontext_t context;
    int is_cut;
    if (getcontext(&context) != 0) return 0;
    int frames = walk(&context, into, most, &is_cut);
    if (frames == 0) return 0;
    memmove(into, into + 1, (size_t)(frames - 1) * sizeof *into);
    return frames - 1;
}

int64_t tm_cpu_time_of(int thread) {
    struct timespec time;
    if (clock_gettime((clockid_t)((int)(~(unsigned)thread << 3) | 6), &time) != 0) return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
