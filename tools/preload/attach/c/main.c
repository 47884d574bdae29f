/*
 * timemory-attach PID LIBRARY MILLISECONDS NAME=VALUE ...
 *
 * Measures functions of a running process: loads libtimemory-run.so into it, writes the jumps prepared by the library, and removes them
 * again after the given number of milliseconds, 0 for as long as the process runs, or when this process is asked to end. Events are
 * printed, one per line: `measuring` with a sentence, `ended` if the process did, `written`.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "../../../../cinterop/linux/visible_text.h"
#include "attached.h"
#include "remote_patches.h"
#include "remote.h"
#include "target.h"

#define LOOK_NS 10000000L
#define PATIENCE_S 90

enum { REFUSED = 2, FAILED = 1 };

static volatile sig_atomic_t is_asked_to_end;

static void ask_to_end(int number) {
    (void)number;
    is_asked_to_end = 1;
}

static int refuse(const struct tm_target* target, const char* why) {
    fprintf(stderr, "process %d cannot be measured: %s\n", (int)target->pid, why);
    return REFUSED;
}

static void wait_a_moment(void) { nanosleep(&(struct timespec){0, LOOK_NS}, NULL); }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct session {
    struct tm_target target;
    struct tm_attached attached;
    uint64_t address; /* address of that in the process */
};

static bool look(struct session* session) {
    if (!tm_read(&session->target, session->address, &session->attached, sizeof session->attached)) return false;
    /* It is for a terminal, and comes from another process. */
    char* message = session->attached.message;
    message[sizeof session->attached.message - 1] = '\0';
    timemory_make_visible(message);
    return true;
}

static bool set_state(struct session* session, uint32_t state) {
    return tm_write(&session->target, session->address + offsetof(struct tm_attached, state), &state, sizeof state);
}

/* Waits until the library is in this state, or has failed, or the process is gone. */
static bool wait_for(struct session* session, uint32_t state) {
    double end = now() + PATIENCE_S;
    while (look(session) && now() < end) {
        if (session->attached.state == state) return true;
        if (session->attached.state == TM_FAILED) return false;
        wait_a_moment();
    }
    return false;
}

static const char* load(struct session* session, const char* library) {
    if (!tm_sees(&session->target, library)) return "it cannot see the file libtimemory-run.so, perhaps because it is in a container";
    struct tm_calls calls = {.loader = tm_symbol_in(&session->target, "libc", "dlopen"), .library = library, .symbol = "timemory_attach"};
    if (calls.loader == 0) calls.loader = tm_symbol_in(&session->target, "libdl", "dlopen");
    if (calls.loader == 0) calls.loader = tm_symbol_in(&session->target, "libc", "__libc_dlopen_mode");
    if (calls.loader == 0) return "it has no GNU C library that can load others, perhaps because it is statically linked";
    const char* problem = tm_call_on_some_thread(&session->target, &calls);
    if (problem != NULL) return problem;
    if (calls.loaded == 0) return "its loader rejected libtimemory-run.so";
    if (calls.result == EBUSY) return "it is already being measured";
    if (calls.result != 0) return strerror((int)calls.result);
    session->address = tm_symbol_in(&session->target, "libtimemory-run", "timemory_attached");
    bool is_known = session->address != 0 && look(session) && session->attached.version == TM_ATTACHED_VERSION;
    return is_known ? NULL : "it has another version of libtimemory-run.so";
}

/* Passes the options, and asks to be measured. */
static const char* begin(struct session* session, char** options, int count) {
    static char all[sizeof session->attached.options];
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(options[i]) + 1;
        if (at + length + 1 > sizeof all) return "the options are too long";
        memcpy(all + at, options[i], length);
        at += length;
    }
    int32_t owner = (int32_t)getpid();
    uint64_t address = session->address;
    bool is_written = tm_write(&session->target, address + offsetof(struct tm_attached, options), all, at + 1) &&
                      tm_write(&session->target, address + offsetof(struct tm_attached, owner), &owner, sizeof owner) &&
                      set_state(session, TM_WANTED);
    if (!is_written) return "it has ended";
    if (wait_for(session, TM_READY)) return NULL;
    if (session->attached.state == TM_FAILED) return session->attached.message;
    return tm_is_alive(&session->target) ? "its functions were not read in time" : "it has ended";
}

/* Its results are written when it ends, like those of any program. */
static int ended(void) {
    puts("ended");
    return 0;
}

static int measure(struct session* session, double seconds) {
    struct tm_jumps jumps;
    const char* problem =
        tm_read_remote_patches(&session->target, &session->attached, &jumps) ? NULL : "the patches to write cannot be read";
    if (problem == NULL) problem = tm_write_jumps(&session->target, &jumps);
    if (problem != NULL) {
        set_state(session, TM_OVER);
        return refuse(&session->target, problem);
    }
    set_state(session, TM_MEASURING);
    printf("measuring %s", session->attached.message);
    if (jumps.functions > 0) printf("; %zu more are running and were left unchanged", jumps.functions);
    puts("");
    fflush(stdout);
    double end = now() + seconds;
    while (!is_asked_to_end && (seconds <= 0 || now() < end)) {
        if (!tm_is_alive(&session->target)) return ended();
        wait_a_moment();
    }
    problem = tm_take_jumps_away(&session->target, &jumps);
    if (problem == NULL && jumps.functions > 0)
        fprintf(stderr, "jumps of %zu functions remain: threads were about to execute them\n", jumps.functions);
    set_state(session, TM_OVER);
    if (wait_for(session, TM_WRITTEN)) {
        puts("written");
        return 0;
    }
    if (!tm_is_alive(&session->target)) return ended();
    fprintf(stderr, "process %d did not write its results: %s\n", (int)session->target.pid,
            problem == NULL ? "it did not respond in time" : problem);
    return FAILED;
}

int main(int count, char** arguments) {
    if (count < 4) {
        fputs("usage: timemory-attach PID LIBRARY MILLISECONDS NAME=VALUE ...\n", stderr);
        return REFUSED;
    }
    struct sigaction action = {.sa_handler = ask_to_end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    static struct session session;
    const char* problem = tm_open_target(&session.target, (pid_t)atoi(arguments[1]));
    if (problem == NULL) problem = load(&session, arguments[2]);
    if (problem == NULL) problem = begin(&session, arguments + 4, count - 4);
    if (problem != NULL) return refuse(&session.target, problem);
    return measure(&session, atof(arguments[3]) / 1000);
}
