/*
 * An object that another thread loads is listed before it is relocated. Relocation itself takes little time, so it is first waited for in
 * steps of a millisecond. If it takes longer, it is finished once the dynamic linker's lock was free, which is held until constructors have
 * run. A constructor may wait for the calling thread, so a separate thread waits for the lock, and the caller waits for that thread for at
 * most a second.
 */
#define _GNU_SOURCE
#include "relocation_wait.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "got.h"

enum { MAX_LOCK_WAITS = 1000 /* of a millisecond */ };

static atomic_bool is_waiting;
static atomic_uint times_free;

void tmgot_forget_waiting(void) { atomic_store(&is_waiting, false); }

bool tmgot_was_lock_free(unsigned ticket) { return (int)(atomic_load(&times_free) - ticket) >= 0; }

static void* wait_for_lock(void* unused) {
    tm_got_thread.guard++;
    void* program = dlopen(NULL, RTLD_LAZY | RTLD_NOLOAD);
    if (program != NULL) dlclose(program);
    atomic_fetch_add(&times_free, 1);
    atomic_store(&is_waiting, false);
    return unused;
}

/* The thread receives no signals of the program. */
static bool start_waiting(void) {
    pthread_t thread;
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    bool has_started = pthread_create(&thread, NULL, wait_for_lock, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (has_started) pthread_detach(thread);
    else atomic_store(&is_waiting, false);
    return has_started;
}

static void sleep_a_millisecond(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

/* Whether the lock was free at some time since this was called: whatever was being loaded then is relocated. */
static bool becomes_lock_free(unsigned* ticket) {
    bool is_asked = false;
    for (int i = 0; i < MAX_LOCK_WAITS; i++) {
        bool is_others = false;
        if (!is_asked && atomic_compare_exchange_strong(&is_waiting, &is_others, true)) {
            *ticket = atomic_load(&times_free) + 1;
            is_asked = true;
            if (!start_waiting()) return false;
        }
        sleep_a_millisecond();
        if (is_asked && tmgot_was_lock_free(*ticket)) return true;
    }
    return false;
}

bool tmgot_wait_for_relocation(unsigned waits_before, unsigned* ticket) {
    if (waits_before >= TMGOT_SHORT_WAITS) return becomes_lock_free(ticket);
    sleep_a_millisecond();
    return false;
}
