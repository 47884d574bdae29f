#define _GNU_SOURCE
#include "thread.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "mode.h"
#include "say.h"
#include "team.h"
#include "timemory/region.h"

static __thread struct tm_thread* here __attribute__((tls_model("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct tm_event {
    struct tm_event* next;
    const char* base;
    enum tm_style style;
    int64_t a, b;
    timemory_region* region; /* NULL before something is stored there */
    bool has_failed;
    char label[];
};

/* The thread ends. Once the process does, nothing of it is touched: what the results need has been read. */
static void forget(void* ended) {
    struct tm_thread* thread = ended;
    here = NULL;
    if (tm_mode() == TM_OVER) return;
    tm_close_to(thread, 0);
    for (size_t i = 0; i < sizeof thread->events / sizeof *thread->events; i++) {
        while (thread->events[i] != NULL) {
            struct tm_event* event = thread->events[i];
            thread->events[i] = event->next;
            timemory_region_destroy(event->region);
            free(event);
        }
    }
    tm_leave_teams(thread);
    free(thread->open);
    free(thread);
}

static void make_key(void) { pthread_key_create(&key, forget); }

struct tm_thread* tm_this_thread(void) {
    if (here == NULL) {
        pthread_once(&once, make_key);
        here = calloc(1, sizeof *here);
        pthread_setspecific(key, here);
    }
    return here;
}

static bool has_room(struct tm_thread* thread) {
    if (thread->depth < thread->room) return true;
    int room = 2 * thread->room + 16;
    struct tm_open* more = realloc(thread->open, (size_t)room * sizeof *more);
    if (more == NULL) return false;
    thread->open = more;
    thread->room = room;
    return true;
}

static bool is_region(enum tm_kind kind) { return kind > TM_WAIT; }

struct tm_open* tm_open(struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key, const char* label) {
    if (!has_room(thread)) return NULL;
    struct tm_open* open = &thread->open[thread->depth++];
    *open = (struct tm_open){.kind = kind, .subkind = subkind, .key = key, .label = label};
    if (is_region(kind) && tm_bundle() != 0) timemory_bundle_push(tm_bundle(), label);
    return open;
}

int tm_find(const struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key) {
    for (int i = thread->depth - 1; i >= 0; i--) {
        const struct tm_open* open = &thread->open[i];
        if (open->key == key && open->kind == kind && open->subkind == subkind) return i;
    }
    return -1;
}

static void end(struct tm_open* open) {
    if (open->kind == TM_FRAME) {
        tm_leave_frame(open);
    } else if (open->kind == TM_WAIT) {
        tm_end_wait(open);
    } else if (tm_bundle() != 0) {
        timemory_bundle_pop(tm_bundle(), open->label);
    }
}

void tm_close_to(struct tm_thread* thread, int depth) {
    while (thread->depth > depth) end(&thread->open[--thread->depth]);
}

void tm_close(struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key) {
    int at = tm_find(thread, kind, subkind, key);
    if (at >= 0) tm_close_to(thread, at);
}

void tm_close_alone(struct tm_thread* thread, int at) {
    end(&thread->open[at]);
    thread->depth--;
    memmove(&thread->open[at], &thread->open[at + 1], (size_t)(thread->depth - at) * sizeof *thread->open);
}

/* ---- Events without duration ---------------------------------------------------------------------------------------------------------- */

/* Of a thread; those beyond, as of one target region after the other, are stored together by their base. */
enum { MOST_EVENTS = 4096 };

static void spell(char* label, size_t size, const char* base, enum tm_style style, int64_t a, int64_t b) {
    switch (style) {
        case TM_DEVICE: snprintf(label, size, "%s_dev_%" PRId64, base, a); break;
        case TM_BETWEEN: snprintf(label, size, "%s_src_%" PRId64 "_dest_%" PRId64, base, a, b); break;
        case TM_NUMBERED: snprintf(label, size, "%s_%" PRIu64, base, (uint64_t)a); break;
        default: snprintf(label, size, "%s", base);
    }
}

static struct tm_event* event_of(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b) {
    uint64_t mixed = ((uint64_t)(uintptr_t)base + (uint64_t)a * 31u + (uint64_t)b) * 0x9e3779b97f4a7c15u;
    struct tm_event** bucket = &thread->events[mixed >> 58];
    for (struct tm_event* event = *bucket; event != NULL; event = event->next) {
        if (event->base == base && event->style == style && event->a == a && event->b == b) return event;
    }
    if (thread->event_count >= MOST_EVENTS && style != TM_PLAIN) return event_of(thread, base, TM_PLAIN, 0, 0);
    char label[200];
    spell(label, sizeof label, base, style, a, b);
    struct tm_event* event = calloc(1, sizeof *event + strlen(label) + 1);
    if (event == NULL) return NULL;
    *event = (struct tm_event){.next = *bucket, .base = base, .style = style, .a = a, .b = b};
    strcpy(event->label, label);
    *bucket = event;
    thread->event_count++;
    return event;
}

const char* tm_label(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b) {
    struct tm_event* event = event_of(thread, base, style, a, b);
    return event == NULL ? base : event->label;
}

static timemory_region* made(const char* label) {
    timemory_region* region = timemory_region_create(label, TM_DATA_COMPONENT);
    if (region == NULL) tm_say("%s is not measured: %s", label, timemory_error());
    return region;
}

static void store_at(timemory_region* region, int64_t number) {
    timemory_region_start(region);
    timemory_region_store_integer(region, 0, number);
    timemory_region_stop(region);
}

void tm_store(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b, int64_t number) {
    struct tm_event* event = event_of(thread, base, style, a, b);
    if (event == NULL || event->has_failed) return;
    if (event->region == NULL) event->region = made(event->label);
    event->has_failed = event->region == NULL;
    if (!event->has_failed) store_at(event->region, number);
}

/* Seldom more than one for each device: not kept. */
void tm_store_named(struct tm_thread* thread, const char* base, int device, const char* name) {
    (void)thread;
    char label[400];
    snprintf(label, sizeof label, "%s_%d_%s", base, device, name == NULL ? "" : name);
    timemory_region* region = made(label);
    if (region == NULL) return;
    store_at(region, 1);
    timemory_region_destroy(region);
}
