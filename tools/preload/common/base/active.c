#define _GNU_SOURCE
#include "active.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "forked.h"
#include "settings.h"
#include "timemory/library.h"
#include "tool.h"

atomic_bool tm_is_active;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_registered;
static atomic_bool is_chosen;
static int held;
static uint64_t last_id;

/* Components that were started but not stopped. */
static struct started {
    struct started* next;
    uint64_t id;
} * running;

static void update(void) {
    is_chosen = true;
    atomic_store(&tm_is_active, is_registered || held > 0 || running != NULL);
}

bool tm_is_chosen(void) { return is_chosen; }

static atomic_int enabled = -1; /* not checked yet */

bool tm_is_enabled(void) {
    if (tm_tool.enabled_by == NULL) return true;
    if (enabled < 0) enabled = tm_is_set(tm_tool.enabled_by);
    return enabled;
}

/* The spellings that libtimemory.so accepts. */
static bool is_false(const char* setting) {
    char variable[80];
    snprintf(variable, sizeof variable, "TIMEMORY_%s", setting);
    const char* value = secure_getenv(variable);
    if (value == NULL) return false;
    value += strspn(value, " \t\n");
    size_t length = strcspn(value, " \t\n");
    for (const char* const* word = (const char*[]){"false", "off", "no", "0", "f", "n", NULL}; *word != NULL; word++) {
        if (length == strlen(*word) && strncasecmp(value, *word, length) == 0) return true;
    }
    return false;
}

bool tm_is_known_disabled(void) {
    return getauxval(AT_SECURE) != 0 || enabled == 0 || is_false("ENABLED") || (tm_tool.enabled_by != NULL && is_false(tm_tool.enabled_by));
}

uint64_t tm_start(void) {
    if (tm_is_forked() || !tm_is_enabled()) return 0;
    uint64_t id = 0;
    pthread_mutex_lock(&lock);
    struct started* one = malloc(sizeof *one);
    if (one != NULL) {
        *one = (struct started){running, id = ++last_id};
        running = one;
    }
    update();
    pthread_mutex_unlock(&lock);
    return id;
}

uint64_t tm_stop(uint64_t id) {
    if (tm_is_forked()) return id;
    pthread_mutex_lock(&lock);
    for (struct started** link = &running; *link != NULL; link = &(*link)->next) {
        struct started* one = *link;
        if (one->id != id) continue;
        *link = one->next;
        free(one);
        id = 0;
        update();
        break;
    }
    pthread_mutex_unlock(&lock);
    return id;
}

void tm_set_registered(bool registered) {
    if (tm_is_forked()) return;
    bool may_be = registered && tm_is_enabled();
    pthread_mutex_lock(&lock);
    is_registered = may_be;
    update();
    pthread_mutex_unlock(&lock);
}

void tm_hold(int change) {
    if (tm_is_forked()) return;
    pthread_mutex_lock(&lock);
    held += change;
    update();
    pthread_mutex_unlock(&lock);
}

bool tm_is_recording(void) {
    static atomic_bool has_begun;
    bool is_measuring = timemory_library_is_initialized();
    if (is_measuring) atomic_store_explicit(&has_begun, true, memory_order_relaxed);
    return is_measuring || !atomic_load_explicit(&has_begun, memory_order_relaxed);
}

bool tm_is_named_in(const char* variable) {
    const char* list = secure_getenv(variable);
    Dl_info self;
    if (list == NULL || dladdr(&tm_is_active, &self) == 0 || self.dli_fname == NULL) return false;
    const char* slash = strrchr(self.dli_fname, '/');
    return strstr(list, slash == NULL ? self.dli_fname : slash + 1) != NULL;
}

void tm_register_if_preloaded(void) {
    if (!tm_is_named_in("LD_PRELOAD")) return;
    is_registered = true;
    atomic_store(&tm_is_active, true);
}
