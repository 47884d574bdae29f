#define _GNU_SOURCE
#include "thread.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "active.h"
#include "config.h"
#include "mode.h"
#include "team.h"
#include "timemory/bundle.h"

static __thread struct tm_thread* here __attribute__((tls_model("initial-exec")));
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct tm_spelling {
    struct tm_spelling* next;
    const char* base;
    enum tm_style style;
    int64_t a, b;
    char label[];
};

/* Called when the thread ends. Once the process is ending, nothing of it is accessed: what the results need has been read. */
static void forget(void* ended) {
    struct tm_thread* thread = ended;
    here = NULL;
    if (tm_mode() == TM_OVER) return;
    tm_close_to(thread, 0);
    for (size_t i = 0; i < sizeof thread->spellings / sizeof *thread->spellings; i++) {
        while (thread->spellings[i] != NULL) {
            struct tm_spelling* spelling = thread->spellings[i];
            thread->spellings[i] = spelling->next;
            free(spelling);
        }
    }
    tm_leave_teams(thread);
    free(thread->open);
    free(thread);
}

/* Open regions can be closed now, and no later. */
static void forget_here(void) {
    struct tm_thread* thread = here;
    if (thread == NULL) return;
    pthread_setspecific(key, NULL);
    forget(thread);
}

static void make_key(void) {
    pthread_key_create(&key, forget);
    timemory_at_thread_end(forget_here);
}

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
    struct tmomp_open* more = realloc(thread->open, (size_t)room * sizeof *more);
    if (more == NULL) return false;
    thread->open = more;
    thread->room = room;
    return true;
}

static bool is_region(enum tm_kind kind) { return kind > TM_WAIT; }

struct tmomp_open* tmomp_open(struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key, const char* label) {
    if (!has_room(thread)) return NULL;
    struct tmomp_open* open = &thread->open[thread->depth++];
    *open = (struct tmomp_open){.kind = kind, .subkind = subkind, .key = key, .label = label};
    if (is_region(kind) && tm_bundle() != 0 && tm_is_recording()) {
        timemory_bundle_push(tm_bundle(), label);
        open->is_recorded = true;
    }
    return open;
}

int tm_find(const struct tm_thread* thread, enum tm_kind kind, int subkind, uintptr_t key) {
    for (int i = thread->depth - 1; i >= 0; i--) {
        const struct tmomp_open* open = &thread->open[i];
        if (open->key == key && open->kind == kind && open->subkind == subkind) return i;
    }
    return -1;
}

/* A region that was open when the program ended measuring is in its results, as open, and cannot be ended any more. */
static void end(struct tmomp_open* open) {
    if (open->kind == TM_FRAME) {
        tm_leave_frame(open);
    } else if (open->kind == TM_WAIT) {
        tm_end_wait(open);
    } else if (open->is_recorded && tm_is_recording()) {
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

/* ---- Events without duration --------------------------------------------------------------------------------------------------------- */

/* Per thread; further ones, as of one target region after another, get only the base label. */
enum { MAX_SPELLINGS = 4096 };

static void spell(char* label, size_t size, const char* base, enum tm_style style, int64_t a, int64_t b) {
    switch (style) {
        case TM_DEVICE: snprintf(label, size, "%s_dev_%" PRId64, base, a); break;
        case TM_BETWEEN: snprintf(label, size, "%s_src_%" PRId64 "_dest_%" PRId64, base, a, b); break;
        case TM_NUMBERED: snprintf(label, size, "%s_%" PRIu64, base, (uint64_t)a); break;
        default: snprintf(label, size, "%s", base);
    }
}

static struct tm_spelling* spelling_of(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b) {
    uint64_t mixed = ((uint64_t)(uintptr_t)base + (uint64_t)a * 31u + (uint64_t)b) * 0x9e3779b97f4a7c15u;
    struct tm_spelling** bucket = &thread->spellings[mixed >> 58];
    for (struct tm_spelling* spelling = *bucket; spelling != NULL; spelling = spelling->next) {
        if (spelling->base == base && spelling->style == style && spelling->a == a && spelling->b == b) return spelling;
    }
    if (thread->spelling_count >= MAX_SPELLINGS && style != TM_PLAIN) return spelling_of(thread, base, TM_PLAIN, 0, 0);
    char label[200];
    spell(label, sizeof label, base, style, a, b);
    struct tm_spelling* spelling = calloc(1, sizeof *spelling + strlen(label) + 1);
    if (spelling == NULL) return NULL;
    *spelling = (struct tm_spelling){.next = *bucket, .base = base, .style = style, .a = a, .b = b};
    strcpy(spelling->label, label);
    *bucket = spelling;
    thread->spelling_count++;
    return spelling;
}

const char* tm_label(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b) {
    struct tm_spelling* spelling = spelling_of(thread, base, style, a, b);
    return spelling == NULL ? base : spelling->label;
}

static void store_at(const char* label, int64_t number) {
    if (tm_event_bundle() != 0) timemory_context_add_laps(0, tm_event_bundle(), label, 1, &number);
}

void tm_store(struct tm_thread* thread, const char* base, enum tm_style style, int64_t a, int64_t b, int64_t number) {
    store_at(style == TM_PLAIN ? base : tm_label(thread, base, style, a, b), number);
}

/* The label is not cached: there is rarely more than one for each device. */
void tm_store_named(const char* base, int device, const char* name) {
    char label[400];
    snprintf(label, sizeof label, "%s_%d_%s", base, device, name == NULL ? "" : name);
    store_at(label, 1);
}
