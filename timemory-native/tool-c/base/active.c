#define _GNU_SOURCE
#include "active.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "timemory/bundle.h"
#include "tool.h"

atomic_bool tm_is_active;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_registered;
static uint64_t last_id;

/* Those that were started and not stopped. */
static struct started {
    struct started* next;
    uint64_t id;
} * running;

static void update(void) { atomic_store(&tm_is_active, is_registered || running != NULL); }

/*
 * Not asked before something wants to be measured: with it, measuring begins. A component that starts the library is within libtimemory.so,
 * which answers nothing then: the first call that is to be measured asks again.
 */
static bool is_enabled(void) {
    static int known = -1;
    if (known >= 0 || tm_tool.enabled_by == NULL) return known != 0;
    char* value = timemory_setting(tm_tool.enabled_by);
    if (value == NULL) return true;
    known = strcmp(value, "true") == 0;
    timemory_free(value);
    return known;
}

uint64_t tm_start(void) {
    uint64_t id = 0;
    pthread_mutex_lock(&lock);
    struct started* one = is_enabled() ? malloc(sizeof *one) : NULL;
    if (one != NULL) {
        *one = (struct started){running, id = ++last_id};
        running = one;
    }
    update();
    pthread_mutex_unlock(&lock);
    return id;
}

uint64_t tm_stop(uint64_t id) {
    pthread_mutex_lock(&lock);
    for (struct started** link = &running; *link != NULL; link = &(*link)->next) {
        struct started* one = *link;
        if (one->id != id) continue;
        *link = one->next;
        free(one);
        id = 0;
        break;
    }
    update();
    pthread_mutex_unlock(&lock);
    return id;
}

void tm_set_registered(bool registered) {
    pthread_mutex_lock(&lock);
    is_registered = registered && is_enabled();
    update();
    pthread_mutex_unlock(&lock);
}

void tm_register_if_preloaded(void) {
    const char* preloaded = getenv("LD_PRELOAD");
    Dl_info self;
    if (preloaded == NULL || dladdr(&tm_is_active, &self) == 0 || self.dli_fname == NULL) return;
    const char* slash = strrchr(self.dli_fname, '/');
    if (strstr(preloaded, slash == NULL ? self.dli_fname : slash + 1) == NULL) return;
    is_registered = true;
    atomic_store(&tm_is_active, true);
}
