#include "call.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "measured.h"
#include "regions.h"

__thread const void* tm_outermost;

/* The regions of one thread, created on first use. */
struct thread {
    timemory_region* open; /* of the outermost call */
    struct {
        timemory_region* region;
        bool is_known;
    } function[]; /* by their numbers */
};

static __thread struct thread* here __attribute__((tls_model("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void forget(void* ended) {
    struct thread* thread = ended;
    here = NULL;
    for (int i = 0; i < tm_measured.count; i++) timemory_region_destroy(thread->function[i].region);
    free(thread);
}

static void make_key(void) { pthread_key_create(&key, forget); }

static struct thread* this_thread(void) {
    if (here == NULL) {
        pthread_once(&once, make_key);
        here = calloc(1, sizeof *here + (size_t)tm_measured.count * sizeof *here->function);
        pthread_setspecific(key, here);
    }
    return here;
}

static timemory_region* region_of(struct thread* thread, int function) {
    if (!thread->function[function].is_known) {
        thread->function[function].is_known = true;
        const struct tm_config* choice = tm_config();
        bool has_data = choice->with_data && tm_measured.have_data[function];
        const char* components = has_data ? choice->components_with_data : choice->components;
        if (choice->is_chosen[function]) thread->function[function].region = tm_create_region(tm_measured.names[function], components);
    }
    return thread->function[function].region;
}

void tm_call_open(struct tm_call* call, int function) {
    call->function = function;
    call->region = NULL;
    struct thread* thread = this_thread();
    if (thread == NULL) return;
    call->region = region_of(thread, function);
    if (call->region != NULL && !tm_is_recording()) call->region = NULL;
    if (call->region == NULL) return;
    call->counts = tm_measured.have_data[function] && tm_config()->with_data;
    if (call->counts) call->data = (struct tm_data){0};
    thread->open = call->region;
    timemory_region_start(call->region);
}

/* The first component of a region with data is the one for data. If no lap is open, the bytes are recorded as a separate lap. */
static void store(timemory_region* region, int64_t bytes) { timemory_region_store_integer(region, 0, bytes); }

/* Below the function's region, the region for the data of one rank. */
static void store_part(int function, const struct tm_part* part) {
    char peer[12];
    snprintf(peer, sizeof peer, "%d", part->peer);
    const char* label[] = {tm_measured.names[function], "_", part->kind, "_", peer, NULL};
    struct tm_region* region = tm_idle_region(label, tm_measured.data);
    if (region != NULL && region->region != NULL) store(region->region, part->bytes);
}

void tm_close(struct tm_call* call) {
    if (call->region == NULL) return;
    if (call->counts) {
        store(call->region, call->data.bytes);
        for (int i = 0; tm_config()->with_peers && i < call->data.parts; i++) store_part(call->function, &call->data.part[i]);
    }
    timemory_region_stop(call->region);
    here->open = NULL;
}

void tm_abandon(void) {
    if (here != NULL && here->open != NULL) timemory_region_stop(here->open);
    if (here != NULL) here->open = NULL;
    tm_outermost = NULL;
}
