#include "process.h"

#include <stdint.h>
#include <unistd.h>

#include "blocks.h"
#include "cancellation.h"
#include "process_allocations.h"
#include "kotlin.h"
#include "crash_log.h"
#include "laps.h"
#include "timemory/bundle.h"

atomic_int tm_state_flags = TM_NEVER_ENTERED;

__thread struct tm_here tm_here;

static atomic_int refused;

static void (*pass)(void);
void (*tm_leaving)(int status);
pid_t tm_process;

/* Also called in signal handlers. */
static int is_inside(void) { return tm_got_thread.inside; }

static void ending(void) { atomic_fetch_or(&tm_state_flags, TM_ENDS); }

static void (*thread_began)(void);

#define FUNCTION(name) (int64_t)(intptr_t) #name, (int64_t)(intptr_t)name

/* For tm_use_memory, in addition to the functions that components call. */
static const int64_t HELD_MEMORY[] = {
    FUNCTION(tm_memory_take),
    FUNCTION(tm_memory_begin_again),
    FUNCTION(tm_memory_label),
    0,
};

enum { MAX_END_ACTIONS = 16 };

static pthread_key_t end_key;
static bool has_end_key;
static void (*_Atomic at_end[MAX_END_ACTIONS])(void);

static void thread_ends(void* unused) {
    (void)unused;
    for (int i = 0; i < MAX_END_ACTIONS; i++) {
        void (*function)(void) = atomic_load(&at_end[i]);
        if (function == NULL) break;
        function();
    }
}

void timemory_at_thread_end(timemory_function function) {
    for (int i = 0; function != NULL && i < MAX_END_ACTIONS; i++) {
        void (*known)(void) = NULL;
        if (atomic_compare_exchange_strong(&at_end[i], &known, function) || known == function) return;
    }
}

void tm_watch_thread(void) {
    if (has_end_key) pthread_setspecific(end_key, &tm_here);
}

static pthread_once_t meeting = PTHREAD_ONCE_INIT;
static atomic_bool has_begun_to_meet;

/*
 * Enters Kotlin for the first time: both sides exchange functions. Other threads wait meanwhile, because Kotlin lets them in before its own
 * initialisation is complete.
 */
static void meet(void) {
    atomic_store(&has_begun_to_meet, true);
    tm_process = getpid();
    has_end_key = pthread_key_create(&end_key, thread_ends) == 0;
    tm_got_thread.inside = 1;
    tm_hold_cancelling();
    tm_use_memory(tm_memory_functions, HELD_MEMORY);
    tm_guard_end((int64_t)(intptr_t)is_inside, (int64_t)(intptr_t)ending, (int64_t)(intptr_t)tm_dump, (int64_t)(intptr_t)tm_take_refused,
                 (int64_t)(intptr_t)tm_session_ended);
    thread_began = (void (*)(void))(intptr_t)tm_end_function(1);
    tm_leaving = (void (*)(int))(intptr_t)tm_end_function(2);
    pass = (void (*)(void))(intptr_t)tm_end_function(0);
    atomic_fetch_and(&tm_state_flags, ~TM_NEVER_ENTERED);
    tm_leave();
}

void tm_thread_began(void) {
    if (thread_began != NULL) thread_began();
}

bool tm_enter_heeding(void) {
    int heed = atomic_load(&tm_state_flags);
    if (heed & TM_FORKED) return false;
    if (tm_got_thread.inside) {
        atomic_fetch_add(&refused, 1);
        atomic_fetch_or(&tm_state_flags, TM_REFUSED);
        return false;
    }
    if (heed & TM_ENDS) {
        if (pass != NULL) pass();
        return false;
    }
    if (heed & TM_NEVER_ENTERED) {
        if (heed & TM_CANCELS) tm_enter_uncancelled();
        tm_got_thread.inside = 1; /* a handler on this thread is refused rather than waiting for the code it interrupts */
        pthread_once(&meeting, meet);
        tm_got_thread.inside = 0;
    }
    if (heed & TM_CANCELS) tm_enter_uncancelled();
    return true;
}

void tm_leave_heeding(void) {
    int heed = atomic_load(&tm_state_flags);
    if ((heed & TM_ENDS) && pass != NULL) pass();
    if ((heed & TM_REFUSED) == 0 || (heed & TM_FORKED)) return;
    atomic_fetch_and(&tm_state_flags, ~TM_REFUSED);
    if (!tm_enter()) return;
    tm_tell_refused();
    tm_leave();
}

int tm_take_refused(void) { return atomic_exchange(&refused, 0); }

static void in_child(void) {
    tm_cancellation_in_child();
    if (atomic_load(&has_begun_to_meet)) atomic_fetch_or(&tm_state_flags, TM_FORKED);
}

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }
