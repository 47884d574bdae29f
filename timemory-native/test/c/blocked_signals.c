/*
 * Signals that the program blocks in its own threads wait for it, and reach no thread of the library or of the Kotlin runtime: servers
 * receive them with sigwait, and a handler that opens regions would make the collector's thread wait for the collector. A handler of a
 * fault that runs on such a thread is refused.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <inttypes.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "children.h"
#include "timemory/library.h"

/* For the library only: its stubs have no collector. */
extern void timemory_collect_garbage(void) __attribute__((weak));

enum { SECONDS = 60, MAX_THREADS = 64 };

/* Also the threads that the runtime starts late. */
static void begin_measuring(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    timemory_init_library(0, NULL);
    timemory_push_region("work");
    timemory_pop_region("work");
    if (timemory_collect_garbage != NULL) timemory_collect_garbage();
}

static sigset_t only(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}

static pid_t this_thread(void) { return (pid_t)syscall(SYS_gettid); }

/* The other threads of the process; returns how many. */
static int others(pid_t into[MAX_THREADS]) {
    int count = 0;
    DIR* threads = opendir("/proc/self/task");
    if (threads == NULL) abort();
    for (struct dirent* entry; (entry = readdir(threads)) != NULL && count < MAX_THREADS;) {
        pid_t thread = (pid_t)atoi(entry->d_name);
        if (thread != 0 && thread != this_thread()) into[count++] = thread;
    }
    closedir(threads);
    return count;
}

/* All if the thread has ended: its file is gone, or counts no threads. */
static uint64_t blocked_by(pid_t thread) {
    char path[64], line[256];
    uint64_t blocked = 0;
    int count = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)thread);
    FILE* file = fopen(path, "r");
    if (file == NULL) return UINT64_MAX;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "SigBlk: %" SCNx64, &blocked) == 1) break;
        sscanf(line, "Threads: %d", &count);
    }
    fclose(file);
    return count == 0 ? UINT64_MAX : blocked;
}

static void masks(void) {
    /* The last two are the C library's own. */
    static const int FREE[] = {SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, 32, 33};
    /* Not none if a JVM started the tests: its children start with SIGQUIT blocked. */
    uint64_t own = blocked_by(this_thread());
    begin_measuring();
    pid_t threads[MAX_THREADS];
    int count = others(threads);
    if (count == 0) exit(2);
    uint64_t wanted = UINT64_MAX;
    for (size_t i = 0; i < sizeof FREE / sizeof *FREE; i++) wanted &= ~(UINT64_C(1) << (FREE[i] - 1));
    for (int i = 0; i < count; i++) {
        if ((blocked_by(threads[i]) & wanted) != wanted) exit(3);
    }
    if (blocked_by(this_thread()) != own) exit(4);
}

static int awaited;

static void wait_for_signal(void) {
    begin_measuring();
    sigset_t set = only(awaited);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), awaited);
    int got = 0;
    if (sigwait(&set, &got) != 0 || got != awaited) exit(2);
}

static atomic_int handled;
static atomic_int handled_elsewhere;
static pid_t main_thread;
static sem_t over;

static void handler(int number) {
    (void)number;
    if (this_thread() != main_thread) handled_elsewhere++;
    timemory_push_region("handler");
    timemory_pop_region("handler");
    handled++;
    sem_post(&over);
}

static atomic_bool is_sending = true;

static void* send_often(void* unused) {
    while (is_sending) {
        kill(getpid(), SIGUSR1);
        sched_yield();
    }
    return unused;
}

/* Comes while the collector works, and is handled once the program lets it. */
static void handle_late(void) {
    main_thread = this_thread();
    signal(SIGUSR1, handler);
    begin_measuring();
    sigset_t set = only(SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_t sender;
    if (pthread_create(&sender, NULL, send_often, NULL) != 0) exit(2);
    for (int i = 0; i < 50; i++) {
        kill(getpid(), SIGUSR1);
        timemory_push_region("work");
        timemory_pop_region("work");
        if (timemory_collect_garbage != NULL) timemory_collect_garbage();
    }
    if (handled != 0) exit(3);
    is_sending = false;
    pthread_join(sender, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    if (handled != 1 || handled_elsewhere != 0) exit(4);
    timemory_finalize_library();
}

/* Each of the library's signals, as a fault of the thread itself. */
static void handle_fault(void) {
    main_thread = this_thread();
    sem_init(&over, 0, 0);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(SIGTRAP, &action, NULL);
    begin_measuring();
    pid_t threads[MAX_THREADS];
    int count = others(threads), sent = 0;
    for (int i = 0; i < count; i++) {
        if (syscall(SYS_tgkill, getpid(), threads[i], SIGTRAP) == 0) sent++;
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += SECONDS / 2;
    for (int i = 0; i < sent; i++) {
        if (sem_timedwait(&over, &until) != 0) exit(2);
    }
    if (sent == 0 || handled_elsewhere != sent) exit(3);
    if (timemory_collect_garbage != NULL) timemory_collect_garbage();
    timemory_finalize_library();
}

static void expect_success(int status) {
    expect(!WIFSIGNALED(status), "not killed by a signal");
    expect(WEXITSTATUS(status) != 2, "started and waited");
    expect(WEXITSTATUS(status) == 0, "status 0");
}

int main(void) {
    static const int AWAITED[] = {SIGUSR1, SIGALRM, SIGTERM, SIGHUP};
    static const char* const CASES[] = {"user", "alarm", "terminate", "hangup"};
    alarm(SECONDS);
    expect_success(status_of("masks", masks, 0));
    for (int i = 0; i < 4; i++) {
        awaited = AWAITED[i];
        expect_success(status_of(CASES[i], wait_for_signal, 0));
    }
    expect_success(status_of("late", handle_late, 0));
    expect(has("timemory-output/wall.json", ">>> handler"), "the handler's region");
    expect_success(status_of("fault", handle_fault, 0));
    expect(!has("timemory-output/wall.json", ">>> handler"), "no region of a thread of the library");
    expect(has("stderr", "were refused"), "calls refused and reported");
    return 0;
}
