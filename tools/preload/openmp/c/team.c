#define _GNU_SOURCE
#include "team.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "config.h"

int64_t tm_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Records of threads that have ended. */
static struct tm_team* abandoned;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct tm_team* take_from(struct tm_team** list, unsigned threads) {
    for (struct tm_team** link = list; *link != NULL; link = &(*link)->next) {
        struct tm_team* team = *link;
        if (team->room < threads) continue;
        *link = team->next;
        return team;
    }
    return NULL;
}

static struct tm_team* make(unsigned threads) {
    pthread_mutex_lock(&lock);
    struct tm_team* team = take_from(&abandoned, threads);
    pthread_mutex_unlock(&lock);
    if (team != NULL) return team;
    size_t size = sizeof *team + (size_t)threads * sizeof *team->slots;
    team = aligned_alloc(_Alignof(struct tm_team), (size + 63) / 64 * 64);
    if (team == NULL) return NULL;
    *team = (struct tm_team){.room = threads};
    for (unsigned i = 0; i < threads; i++) team->slots[i] = (struct tm_slot){0};
    return team;
}

struct tm_team* tm_new_team(struct tm_thread* owner, unsigned threads) {
    if (threads == 0) threads = 1;
    struct tm_team* team = take_from(&owner->spare, threads);
    if (team == NULL) team = make(threads);
    if (team == NULL) return NULL;
    team->owner = owner;
    team->threads = threads;
    team->turn++;
    team->ended = 0;
    atomic_store_explicit(&team->wait_label, NULL, memory_order_relaxed);
    return team;
}

/* Whether the caller is to record the wait of that turn. */
static bool claim(struct tm_slot* slot, uint64_t turn) {
    return atomic_load(&slot->state) == turn && atomic_compare_exchange_strong(&slot->state, &turn, 0);
}

static int64_t length_of(const struct tm_slot* slot, int64_t end) {
    int64_t length = end - slot->arrived - atomic_load_explicit(&slot->busy, memory_order_relaxed);
    return length < 0 ? 0 : length;
}

void tm_add_lap(timemory_context_t context, const char* label, int64_t nanoseconds) {
    if (tm_bundle() != 0) timemory_context_add_laps(context, tm_bundle(), label, 1, &nanoseconds);
}

static void record_waits(struct tm_team* team) {
    const char* label = atomic_load_explicit(&team->wait_label, memory_order_relaxed);
    if (label == NULL || tm_bundle() == 0) return;
    int64_t end = team->ended != 0 ? team->ended : tm_now();
    int64_t lengths[64];
    size_t count = 0;
    for (unsigned i = 0; i < team->threads; i++) {
        struct tm_slot* slot = &team->slots[i];
        if (!claim(slot, team->turn)) continue;
        lengths[count++] = length_of(slot, end);
        if (count < sizeof lengths / sizeof *lengths) continue;
        timemory_context_add_laps(team->context, tm_bundle(), label, count, lengths);
        count = 0;
    }
    timemory_context_add_laps(team->context, tm_bundle(), label, count, lengths);
}

void tm_end_team(struct tm_team* team) {
    record_waits(team);
    team->next = team->owner->spare;
    team->owner->spare = team;
}

void tm_leave_teams(struct tm_thread* thread) {
    pthread_mutex_lock(&lock);
    while (thread->spare != NULL) {
        struct tm_team* team = thread->spare;
        thread->spare = team->next;
        team->next = abandoned;
        abandoned = team;
    }
    pthread_mutex_unlock(&lock);
}

bool tm_enter_frame(struct tm_thread* thread, struct tm_team* team, timemory_context_t context) {
    const struct tmomp_open* around = tm_top(thread);
    bool is_in_wait = around != NULL && around->kind == TM_WAIT;
    uintptr_t slot = is_in_wait ? around->key : 0; /* whose wait does not include it */
    if (context != 0 && !timemory_context_enter(context)) return false;
    struct tmomp_open* frame = tmomp_open(thread, TM_FRAME, 0, slot, NULL);
    if (frame == NULL) {
        if (context != 0) timemory_context_leave();
        return false;
    }
    frame->team = team;
    frame->context = context;
    if (is_in_wait) frame->since = tm_now();
    return true;
}

void tm_leave_frame(const struct tmomp_open* frame) {
    if (frame->context != 0) timemory_context_leave();
    if (frame->key == 0) return;
    struct tm_slot* slot = (struct tm_slot*)frame->key;
    atomic_fetch_add_explicit(&slot->busy, tm_now() - frame->since, memory_order_relaxed);
}

void tm_begin_wait(struct tm_thread* thread, struct tm_team* team, timemory_context_t context, uint64_t turn, uintptr_t key,
                   const char* label) {
    struct tmomp_open* wait = tmomp_open(thread, TM_WAIT, 0, key, label);
    if (wait == NULL) return;
    wait->team = team;
    wait->context = context;
    wait->turn = turn;
    struct tm_slot* slot = (struct tm_slot*)key;
    slot->arrived = tm_now();
    atomic_store_explicit(&slot->busy, 0, memory_order_relaxed);
    atomic_store_explicit(&team->wait_label, label, memory_order_relaxed);
    atomic_store_explicit(&slot->state, turn, memory_order_release);
}

void tm_end_wait(const struct tmomp_open* wait) {
    struct tm_slot* slot = (struct tm_slot*)wait->key;
    if (!claim(slot, wait->turn)) return;
    int64_t now = tm_now();
    if (wait->context == 0) wait->team->ended = now;
    tm_add_lap(wait->context, wait->label, length_of(slot, now));
}
