#define _GNU_SOURCE
#include "threads.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

#define MAX_LOOKS 10000
#define LOOK_NS 1000000L

/* Waits until the thread has stopped; false with ESRCH if it ended, and with EBUSY if it does not stop. */
static bool wait_until_stopped(struct tm_thread* thread) {
    for (int looks = 0; looks < MAX_LOOKS; looks++) {
        int status;
        pid_t got = waitpid(thread->id, &status, __WALL | WNOHANG);
        if (got < 0 || (got == thread->id && !WIFSTOPPED(status))) {
            errno = ESRCH;
            return false;
        }
        if (got == thread->id) {
            /* A stop that we requested has no signal to be delivered; one before a signal delivery has. */
            thread->signal = status >> 16 == PTRACE_EVENT_STOP ? 0 : WSTOPSIG(status);
            return true;
        }
        nanosleep(&(struct timespec){0, looks < 100 ? LOOK_NS / 20 : LOOK_NS}, NULL);
    }
    errno = EBUSY;
    return false;
}

bool tm_stop_thread(pid_t id, struct tm_thread* thread) {
    *thread = (struct tm_thread){id, 0};
    if (ptrace(PTRACE_SEIZE, id, 0, 0) != 0) {
        if (tm_has_ended(id)) errno = ESRCH;
        return false;
    }
    if (ptrace(PTRACE_INTERRUPT, id, 0, 0) == 0 && wait_until_stopped(thread)) return true;
    int error = errno;
    tm_release_thread(thread);
    errno = error;
    return false;
}

void tm_release_thread(const struct tm_thread* thread) { ptrace(PTRACE_DETACH, thread->id, 0, thread->signal); }

static bool has(const struct tm_threads* threads, pid_t id) {
    for (size_t i = 0; i < threads->count; i++) {
        if (threads->all[i].id == id) return true;
    }
    return false;
}

/* Returns how many were newly stopped; -1 if one cannot be. `listed` receives the number of threads in the list. */
static int stop_new(const struct tm_target* target, struct tm_threads* threads, size_t* listed) {
    pid_t* ids;
    size_t count;
    if (!tm_list_threads(target, &ids, &count)) return -1;
    *listed = count;
    int stopped = 0;
    for (size_t i = 0; i < count && stopped >= 0; i++) {
        if (has(threads, ids[i])) continue;
        if (threads->count == threads->room) {
            struct tm_thread* larger = realloc(threads->all, (2 * threads->room + 64) * sizeof *larger);
            if (larger == NULL) {
                stopped = -1;
                break;
            }
            threads->all = larger;
            threads->room = 2 * threads->room + 64;
        }
        if (tm_stop_thread(ids[i], &threads->all[threads->count])) {
            threads->count++;
            stopped++;
        } else if (errno != ESRCH) {
            stopped = -1;
        }
    }
    free(ids);
    return stopped;
}

bool tm_stop_all(const struct tm_target* target, struct tm_threads* threads) {
    *threads = (struct tm_threads){0};
    for (int rounds = 0; rounds < 1000; rounds++) {
        size_t listed;
        int stopped = stop_new(target, threads, &listed);
        /* Once all are stopped, none ends, and the list is complete. */
        if (stopped == 0 && listed >= tm_count_threads(target)) return threads->count > 0;
        if (stopped < 0) break;
    }
    tm_release_all(threads);
    return false;
}

void tm_release_all(struct tm_threads* threads) {
    for (size_t i = 0; i < threads->count; i++) tm_release_thread(&threads->all[i]);
    free(threads->all);
    *threads = (struct tm_threads){0};
}
