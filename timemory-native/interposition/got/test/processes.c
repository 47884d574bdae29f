/* Children and handlers of signals. */
#define _GNU_SOURCE
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

extern char** environ;
static hook writing;
static int ends[2];

static void handler(int signal) {
    (void)signal;
    check(write(ends[1], "x", 1) == 1);
}

static void raises(void* unused) {
    (void)unused;
    raise(SIGUSR1);
}

static int status_of(pid_t child) {
    int status;
    check(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

int main(void) {
    check(pipe(ends) == 0);
    hook counting = count_calls("twice", -1), around = go_around("call_back", 0, 0, "");
    check(twice(1) == 2);
    pid_t child = fork();
    if (child == 0) {
        /* It passes on, and does not count. */
        for (int i = 0; i < 10; i++) check(twice(i) == 2 * i);
        _exit(calls(counting) == 1 ? 7 : 8);
    }
    check(status_of(child) == 7);
    /* A call that the child is executing ends in the parent. */
    hook forking = go_around("fork", 0, 0, "");
    child = fork();
    if (child == 0) _exit(began() == 1 && returned() == 0 ? 7 : 8);
    check(status_of(child) == 7 && began() == 1 && returned() == 1);
    unhook(forking);
    child = vfork();
    if (child == 0) {
        execl("/bin/true", "true", (char*)NULL);
        _exit(9);
    }
    check(status_of(child) == 0);
    /* A child that shares its parent's memory becomes another program during a call: the parent learns of it at its next one. */
    hook becoming = go_around("execl", 128, 0, "");
    check(slots(becoming) > 0);
    child = vfork();
    if (child == 0) {
        execl("/bin/true", "true", (char*)NULL);
        _exit(9);
    }
    check(status_of(child) == 0 && began() == 2 && returned() == 1);
    check(execl("/nowhere", "nothing", (char*)NULL) == -1);
    check(began() == 3 && returned() == 2 && left() == 1);
    unhook(becoming);
    char* arguments[] = {"true", NULL};
    check(posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ) == 0 && status_of(child) == 0);

    writing = count_calls("write", 2);
    signal(SIGUSR1, handler);
    call_back(raises, NULL);
    check(calls(writing) == 1 && sum(writing) == 1 && began() == 4 && returned() == 3 && left() == 1);
    unhook(around);
    check(twice(2) == 4 && calls(counting) == 2);
    return 0;
}
