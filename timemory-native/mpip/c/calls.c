#include "calls.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "say.h"

__thread const void* tm_outermost;

/* The regions of one thread, made when they are first needed. */
struct thread {
    timemory_region* open; /* of the outermost call */
    timemory_region* regions[TM_FUNCTIONS];
    bool failed[TM_FUNCTIONS];
    struct peer* peers[256];
};

/* A region below that of a function, for the data of one rank. */
struct peer {
    struct peer* next;
    int function, number;
    const char* kind;
    timemory_region* region;
};

static __thread struct thread* here __attribute__((tls_model("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void forget(void* ended) {
    struct thread* thread = ended;
    here = NULL;
    for (int i = 0; i < TM_FUNCTIONS; i++) timemory_region_destroy(thread->regions[i]);
    for (size_t i = 0; i < sizeof thread->peers / sizeof *thread->peers; i++) {
        while (thread->peers[i] != NULL) {
            struct peer* peer = thread->peers[i];
            thread->peers[i] = peer->next;
            timemory_region_destroy(peer->region);
            free(peer);
        }
    }
    free(thread);
}

static void make_key(void) { pthread_key_create(&key, forget); }

static struct thread* this_thread(void) {
    if (here == NULL) {
        pthread_once(&once, make_key);
        here = calloc(1, sizeof *here);
        pthread_setspecific(key, here);
    }
    return here;
}

static timemory_region* created(const char* label, const char* components) {
    if (*components == '\0') return NULL;
    timemory_region* region = timemory_region_create(label, components);
    if (region == NULL) tm_say("%s is not measured: %s", label, timemory_error());
    return region;
}

static timemory_region* region_of(struct thread* thread, int function) {
    timemory_region* known = thread->regions[function];
    if (known != NULL || thread->failed[function]) return known;
    const struct tm_choice* choice = tm_choice();
    if (choice->is_chosen[function]) {
        bool has_data = choice->with_data && tm_has_data[function];
        known = created(tm_names[function], has_data ? choice->components_with_data : choice->components);
    }
    thread->regions[function] = known;
    thread->failed[function] = known == NULL;
    return known;
}

void tm_open(struct tm_call* call, int function) {
    call->function = function;
    call->region = NULL;
    struct thread* thread = this_thread();
    if (thread == NULL) return;
    call->region = region_of(thread, function);
    if (call->region == NULL) return;
    call->counts = tm_has_data[function] && tm_choice()->with_data;
    if (call->counts) memset(&call->data, 0, sizeof call->data + sizeof call->status);
    thread->open = call->region;
    timemory_region_start(call->region);
}

static timemory_region* region_of_peer(struct thread* thread, int function, const struct tm_part* part) {
    unsigned hash = (unsigned)function * 31u + (unsigned)part->peer * 2654435761u + (unsigned char)part->kind[0];
    struct peer** bucket = &thread->peers[hash >> 24];
    for (struct peer* peer = *bucket; peer != NULL; peer = peer->next) {
        if (peer->function == function && peer->number == part->peer && peer->kind == part->kind) return peer->region;
    }
    struct peer* peer = malloc(sizeof *peer);
    if (peer == NULL) return NULL;
    char label[120];
    snprintf(label, sizeof label, "%s_%s_%d", tm_names[function], part->kind, part->peer);
    *peer = (struct peer){*bucket, function, part->peer, part->kind, created(label, TM_DATA_COMPONENT)};
    *bucket = peer;
    return peer->region;
}

/* The first component of a region with data is theirs. */
static void store(timemory_region* region, int64_t bytes) { timemory_region_store_integer(region, 0, bytes); }

void tm_close(struct tm_call* call) {
    if (call->region == NULL) return;
    if (call->counts) {
        store(call->region, call->data.bytes);
        for (int i = 0; tm_choice()->with_peers && i < call->data.parts; i++) {
            timemory_region* region = region_of_peer(here, call->function, &call->data.part[i]);
            if (region == NULL) continue;
            timemory_region_start(region);
            store(region, call->data.part[i].bytes);
            timemory_region_stop(region);
        }
    }
    timemory_region_stop(call->region);
    here->open = NULL;
}

void tm_abandon(void) {
    if (here != NULL && here->open != NULL) timemory_region_stop(here->open);
    if (here != NULL) here->open = NULL;
    tm_outermost = NULL;
}
