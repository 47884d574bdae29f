/*
 * The program's side when this library is loaded into it at run time. The loader calls timemory_attach on some thread, which starts another
 * one here and returns; the two then communicate through `timemory_attached`.
 */
#define _GNU_SOURCE
#include "attached.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "function_filter.h"
#include "hooks.h"
#include "instrument.h"
#include "selection.h"
#include "stack.h"
#include "timemory/bundle.h"
#include "timemory/library.h"
#include "user_functions.h"
#include "variables.h"

#define SHOWN __attribute__((visibility("default")))

SHOWN struct tm_attached timemory_attached = {.version = TM_ATTACHED_VERSION};

#define PATIENCE_MS 60000
#define LOOK_MS 5

/* Currently running hooks end in less. */
#define A_MOMENT_NS 20000000L

static uint32_t state(void) { return __atomic_load_n(&timemory_attached.state, __ATOMIC_ACQUIRE); }

static void set_state(uint32_t state) { __atomic_store_n(&timemory_attached.state, state, __ATOMIC_RELEASE); }

/*
 * Waits until the state is this one, or a later one, because the other process may continue immediately. Returns false if it is gone, or
 * does not continue within the time; 0 for no timeout.
 */
static bool wait_for(uint32_t wanted, long most_ms) {
    for (long waited = 0; state() < wanted; waited += LOOK_MS) {
        if (timemory_attached.owner > 0 && kill(timemory_attached.owner, 0) != 0 && errno == ESRCH) return false;
        if (most_ms > 0 && waited > most_ms) return false;
        nanosleep(&(struct timespec){0, LOOK_MS * 1000000L}, NULL);
    }
    return true;
}

static bool fail(const char* why) {
    snprintf(timemory_attached.message, sizeof timemory_attached.message, "%s", why);
    set_state(TM_FAILED);
    return false;
}

static bool ends_with(const char* text, const char* end) {
    size_t length = strlen(text), ending = strlen(end);
    return length >= ending && strcmp(text + length - ending, end) == 0;
}

static bool are_known(const char* components) {
    char* chosen = timemory_tool_components(components, "", "");
    timemory_free(chosen);
    return chosen != NULL;
}

/* Those that are not about functions belong to the library. */
static bool apply_settings(void) {
    for (const char* one = timemory_attached.options; *one != '\0'; one += strlen(one) + 1) {
        const char* value = strchr(one, '=');
        char name[128];
        if (value == NULL || (size_t)(value - one) >= sizeof name) return fail("an option is not NAME=VALUE");
        if (strncmp(one, TM_INSTRUMENT, sizeof TM_INSTRUMENT - 1) == 0) continue;
        snprintf(name, sizeof name, "%.*s", (int)(value - one), one);
        /* First, because the setting outlives this measurement. */
        if (ends_with(name, "COMPONENTS") && !are_known(value + 1)) return fail(timemory_error());
        if (!timemory_change_setting(name, value + 1)) return fail(timemory_error());
    }
    return true;
}

static bool prepare(struct tm_patched* patched) {
    static bool has_begun;
    tm_use_variables(timemory_attached.options);
    tm_choose_anew();
    if (!apply_settings()) return false;
    tm_read_selection();
    if (!has_begun && !tm_begin_hooks()) return fail("this processor cannot save the required registers, or measuring is disabled");
    has_begun = true;
    tm_read_user_functions();
    timemory_init_library(0, NULL);
    if (!timemory_library_is_initialized()) return fail("measuring does not start: it is disabled (TIMEMORY_ENABLED)");
    tm_plan_program(patched);
    snprintf(timemory_attached.message, sizeof timemory_attached.message, "%s", patched->summary);
    timemory_attached.places = (uintptr_t)patched->places.all;
    timemory_attached.count = patched->places.count;
    return true;
}

static void* attend(void* unused) {
    struct tm_patched* patched = calloc(1, sizeof *patched);
    tm_stack.is_busy = true; /* nothing is measured here */
    if (patched == NULL) {
        fail("out of memory");
    } else if (wait_for(TM_WANTED, PATIENCE_MS) && prepare(patched)) {
        /* Before the first jump is written, so that the first call through it is measured. */
        tm_session++;
        atomic_store(&tm_is_on, true);
        set_state(TM_READY);
        if (wait_for(TM_MEASURING, PATIENCE_MS)) wait_for(TM_OVER, 0);
        atomic_store(&tm_is_on, false);
        nanosleep(&(struct timespec){0, A_MOMENT_NS}, NULL);
        timemory_finalize_library();
        set_state(TM_WRITTEN);
    } else if (state() != TM_FAILED) {
        set_state(TM_ASLEEP);
    }
    if (patched != NULL) free(patched->places.all);
    free(patched);
    return unused;
}

/* Called on a thread of the program, which only starts another one; returns 0, or an error number. */
SHOWN int timemory_attach(void) {
    uint32_t now = state();
    if (now != TM_ASLEEP && now != TM_WRITTEN && now != TM_FAILED) return EBUSY;
    timemory_attached.owner = 0; /* not the previous one */
    set_state(TM_ASLEEP);
    /* The program's signals are for the program's threads. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_attr_t detached;
    pthread_t thread;
    int error = pthread_attr_init(&detached);
    if (error == 0) {
        pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
        error = pthread_create(&thread, &detached, attend, NULL);
        pthread_attr_destroy(&detached);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}
