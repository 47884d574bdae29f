/*
 * A thread is stopped, its registers are saved, and it continues in the function to be called, below the part of its stack that is in use.
 * The function returns to address 0, which stops the thread again: then its registers are restored, and it continues where it was. An
 * interrupted system call is restarted, as after a signal handler.
 */
#define _GNU_SOURCE
#include "remote.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include "threads.h"

#define ROUNDS 1000
#define ROUNDS_OF_WAITING_THREADS 100
#define ROUND_NS 10000000L
#define MAX_LOOKS 30000

/* System calls in which a thread may wait without a C library lock: for other threads, processes and machines, and for time. */
static bool is_waiting(long call) {
    static const long calls[] = {SYS_read,
                                 SYS_poll,
                                 SYS_ppoll,
                                 SYS_select,
                                 SYS_pselect6,
                                 SYS_epoll_wait,
                                 SYS_epoll_pwait,
                                 SYS_nanosleep,
                                 SYS_clock_nanosleep,
                                 SYS_futex,
                                 SYS_accept,
                                 SYS_accept4,
                                 SYS_recvfrom,
                                 SYS_recvmsg,
                                 SYS_wait4,
                                 SYS_waitid,
                                 SYS_pause,
                                 SYS_rt_sigsuspend,
                                 SYS_rt_sigtimedwait,
                                 SYS_msgrcv,
                                 SYS_semop,
                                 SYS_semtimedop,
                                 SYS_io_getevents,
                                 SYS_restart_syscall,
                                 SYS_sched_yield,
                                 -1};
    for (const long* one = calls; *one >= 0; one++) {
        if (*one == call) return true;
    }
    return false;
}

/*
 * Whether the code may belong to the loader or an allocator, and so may hold a lock: a file that cannot be inspected, such as a library
 * that was replaced since, may be either. Code generated at run time belongs to no file, or to one in memory only.
 */
static bool may_be_loader_or_allocator(const struct tm_target* target, const char* file) {
    static const char* const in_memory[] = {"/memfd:", "/anon_hugepage", "/SYSV", "/dev/zero"};
    for (size_t i = 0; i < sizeof in_memory / sizeof *in_memory; i++) {
        if (strncmp(file, in_memory[i], strlen(in_memory[i])) == 0) return false;
    }
    if (file[0] == '\0') return false;
    return file[0] != '/' || strstr(file, "/ld-") != NULL || tm_may_export(target, file, "malloc") || tm_may_export(target, file, "dlopen");
}

static bool is_safe(const struct tm_target* target, const struct user_regs_struct* registers, bool may_run) {
    long call = (long)registers->orig_rax;
    char file[4096];
    tm_file_at(target, registers->rip, file, sizeof file);
    if (call >= 0) return is_waiting(call) && strstr(file, "/ld-") == NULL;
    return may_run && !may_be_loader_or_allocator(target, file);
}

struct registers {
    struct user_regs_struct general;
    uint8_t vectors[16384];
    size_t size;
};

static bool keep(pid_t thread, struct registers* registers) {
    if (ptrace(PTRACE_GETREGS, thread, 0, &registers->general) != 0) return false;
    struct iovec all = {registers->vectors, sizeof registers->vectors};
    if (ptrace(PTRACE_GETREGSET, thread, NT_X86_XSTATE, &all) != 0) return false;
    registers->size = all.iov_len;
    return true;
}

static void give_back(pid_t thread, struct registers* registers) {
    struct iovec all = {registers->vectors, registers->size};
    ptrace(PTRACE_SETREGSET, thread, NT_X86_XSTATE, &all);
    ptrace(PTRACE_SETREGS, thread, 0, &registers->general);
}

/* Runs until the thread returns to address 0. Signals that arrive meanwhile are delivered to the program. */
static const char* run(pid_t thread, struct user_regs_struct* registers) {
    int signal = 0;
    for (;;) {
        if (ptrace(PTRACE_CONT, thread, 0, signal) != 0) return "the thread is gone";
        int status = 0;
        pid_t got = 0;
        for (int looks = 0; looks < MAX_LOOKS && got == 0; looks++) {
            got = waitpid(thread, &status, __WALL | WNOHANG);
            if (got == 0) nanosleep(&(struct timespec){0, 1000000L}, NULL);
        }
        if (got == 0) {
            ptrace(PTRACE_INTERRUPT, thread, 0, 0);
            waitpid(thread, &status, __WALL);
            return "the thread did not return within 30 s and was reset: it may hold a lock of the loader";
        }
        if (got < 0 || !WIFSTOPPED(status)) return "the thread ended";
        signal = status >> 16 == PTRACE_EVENT_STOP ? 0 : WSTOPSIG(status);
        if (signal != SIGSEGV) continue;
        if (ptrace(PTRACE_GETREGS, thread, 0, registers) != 0) return "the thread is gone";
        return registers->rip == 0 ? NULL : "the call crashed, and the thread was reset";
    }
}

/* Calls `function` with a text and a number. */
static const char* call(const struct tm_target* target, pid_t thread, const struct registers* before, uint64_t function, const char* text,
                        uint64_t number, uint64_t* result) {
    struct user_regs_struct registers = before->general;
    size_t length = text == NULL ? 0 : strlen(text) + 1;
    /* Below the red zone, which functions may use without reserving it. */
    uint64_t place = (registers.rsp - 256 - length) & ~(uint64_t)63;
    if (length > 0 && !tm_write(target, place, text, length)) return "its stack cannot be written to";
    uint64_t back = 0;
    registers.rsp = place - 8;
    if (!tm_write(target, registers.rsp, &back, sizeof back)) return "its stack cannot be written to";
    registers.rip = function;
    registers.rdi = place;
    registers.rsi = number;
    registers.rax = 0;
    registers.orig_rax = (uint64_t)-1; /* no system call to restart */
    if (ptrace(PTRACE_SETREGS, thread, 0, &registers) != 0) return "the thread is gone";
    const char* problem = run(thread, &registers);
    *result = registers.rax;
    return problem;
}

#define LOAD_NOW 2 /* RTLD_NOW */

static const char* call_all(const struct tm_target* target, pid_t thread, struct registers* before, struct tm_calls* calls) {
    const char* problem = call(target, thread, before, calls->loader, calls->library, LOAD_NOW, &calls->loaded);
    if (problem != NULL || calls->loaded == 0) return problem;
    uint64_t function = tm_symbol_in(target, "libtimemory-run", calls->symbol), result = 0;
    if (function == 0) return "the library was loaded but has another version";
    problem = call(target, thread, before, function, NULL, 0, &result);
    calls->result = (int32_t)result;
    return problem;
}

/* Whether it was the right thread. */
static bool try_thread(const struct tm_target* target, pid_t id, bool may_run, struct tm_calls* calls, const char** problem) {
    struct tm_thread thread;
    if (!tm_stop_thread(id, &thread)) {
        if (errno == EPERM)
            *problem = "it may not be stopped: another program traces it, a debugger perhaps, or this user may not "
                       "(CAP_SYS_PTRACE is needed, or kernel.yama.ptrace_scope=0)";
        return errno == EPERM;
    }
    static struct registers registers;
    bool is_right = thread.signal == 0 && keep(id, &registers) && is_safe(target, &registers.general, may_run);
    if (is_right) {
        *problem = call_all(target, id, &registers, calls);
        give_back(id, &registers);
    }
    tm_release_thread(&thread);
    return is_right;
}

const char* tm_call_on_some_thread(const struct tm_target* target, struct tm_calls* calls) {
    const char* problem = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        pid_t* ids;
        size_t count;
        if (!tm_list_threads(target, &ids, &count)) return "it has ended";
        bool is_done = false;
        bool may_run = round >= ROUNDS_OF_WAITING_THREADS;
        for (size_t i = 0; i < count && !is_done; i++) is_done = try_thread(target, ids[i], may_run, calls, &problem);
        free(ids);
        if (is_done) return problem;
        nanosleep(&(struct timespec){0, ROUND_NS}, NULL);
    }
    return "none of its threads reached a point where it could load a library";
}
