/*
 * Code is changed while all threads are stopped. A thread must not be stopped inside code that is changed: if one is, it runs on for a
 * moment and is stopped again; a function in which one is repeatedly found is left unchanged. Return addresses are never inside: a call is
 * the last instruction that a jump replaces. The return address of a signal handler may be, so stacks are searched.
 */
#define _GNU_SOURCE
#include "remote_patches.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <time.h>

#include "threads.h"

#define MAX_PLACES ((uint64_t)1 << 24)
#define TRIES 50
#define MAX_STACK_BYTES 65536

static int by_address(const void* one, const void* other) {
    uint64_t a = ((const struct tm_remote_patch*)one)->address, b = ((const struct tm_remote_patch*)other)->address;
    return a < b ? -1 : a > b;
}

bool tm_read_remote_patches(const struct tm_target* target, const struct tm_attached* attached, struct tm_jumps* jumps) {
    *jumps = (struct tm_jumps){.count = attached->count};
    if (attached->count > MAX_PLACES) return false;
    jumps->places = calloc(jumps->count + 1, sizeof *jumps->places);
    jumps->before = calloc(jumps->count + 1, sizeof *jumps->before);
    jumps->is_written = calloc(jumps->count + 1, sizeof *jumps->is_written);
    if (jumps->places == NULL || jumps->before == NULL || jumps->is_written == NULL) return false;
    if (!tm_read(target, attached->places, jumps->places, jumps->count * sizeof *jumps->places)) return jumps->count == 0;
    qsort(jumps->places, jumps->count, sizeof *jumps->places, by_address);
    for (size_t i = 0; i < jumps->count; i++) {
        if (jumps->places[i].size > sizeof jumps->places[i].jump) return false;
        if (!tm_read(target, jumps->places[i].address, jumps->before[i], jumps->places[i].size)) return false;
    }
    return true;
}

/* Returns the index of the place that contains an address; the number of places for none. */
static size_t place_of(const struct tm_jumps* jumps, uint64_t address) {
    size_t low = 0, high = jumps->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (jumps->places[middle].address <= address) low = middle + 1;
        else high = middle;
    }
    if (low == 0) return jumps->count;
    const struct tm_remote_patch* place = &jumps->places[low - 1];
    uint64_t inside = address - place->address;
    return inside < place->size && (inside > 0 || place->is_island) ? low - 1 : jumps->count;
}

/* Marks the functions in which the thread is. */
static bool look_at(const struct tm_target* target, pid_t thread, const struct tm_jumps* jumps, bool* is_in) {
    struct user_regs_struct registers;
    static uint64_t words[MAX_STACK_BYTES / sizeof(uint64_t)];
    if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0) return false;
    size_t place = place_of(jumps, registers.rip);
    bool found = place < jumps->count;
    if (found) is_in[place] = true;
    size_t size = sizeof words;
    uint64_t from = registers.rsp & ~(uint64_t)7;
    while (size >= 4096 && !tm_read(target, from, words, size)) size /= 2;
    for (size_t i = 0; size >= 4096 && i < size / sizeof *words; i++) {
        place = place_of(jumps, words[i]);
        if (place == jumps->count) continue;
        is_in[place] = true;
        found = true;
    }
    return found;
}

static bool look_at_all(const struct tm_target* target, const struct tm_threads* threads, const struct tm_jumps* jumps, bool* is_in) {
    bool found = false;
    memset(is_in, 0, jumps->count * sizeof *is_in);
    for (size_t i = 0; i < threads->count; i++) found |= look_at(target, threads->all[i].id, jumps, is_in);
    return found;
}

/* A function that contains a thread at one place is left unchanged at all places. */
static void leave_whole(struct tm_jumps* jumps, bool* is_in) {
    uint32_t most = 0;
    for (size_t i = 0; i < jumps->count; i++) most = jumps->places[i].function > most ? jumps->places[i].function : most;
    bool* is_left = calloc((size_t)most + 1, sizeof *is_left);
    for (size_t i = 0; i < jumps->count; i++) {
        if (!is_in[i] || (is_left != NULL && is_left[jumps->places[i].function])) continue;
        jumps->functions++;
        if (is_left != NULL) is_left[jumps->places[i].function] = true;
    }
    for (size_t i = 0; i < jumps->count; i++) is_in[i] |= is_left == NULL || is_left[jumps->places[i].function];
    free(is_left);
}

/* All threads are stopped outside jumps; the rare exception is reported in `is_in`. */
static const char* stop(const struct tm_target* target, const struct tm_jumps* jumps, struct tm_threads* threads, bool* is_in) {
    for (int tries = 0;; tries++) {
        if (!tm_stop_all(target, threads)) return "its threads cannot be stopped: it has ended, or another program traces it";
        if (!look_at_all(target, threads, jumps, is_in) || tries == TRIES) return NULL;
        tm_release_all(threads);
        nanosleep(&(struct timespec){0, 2000000L}, NULL);
    }
}

static void write_all(const struct tm_target* target, struct tm_jumps* jumps, bool* is_in) {
    leave_whole(jumps, is_in);
    for (size_t i = 0; i < jumps->count; i++) {
        const struct tm_remote_patch* place = &jumps->places[i];
        jumps->is_written[i] = !is_in[i] && tm_write(target, place->address, place->jump, place->size);
    }
}

static void take_all_away(const struct tm_target* target, struct tm_jumps* jumps, bool* is_in) {
    /*
     * A jump is a single instruction, so no thread is inside it. But one that a thread is about to execute, between two of ours, must stay.
     */
    for (size_t i = 0; i < jumps->count; i++) is_in[i] &= jumps->places[i].is_island && jumps->is_written[i];
    leave_whole(jumps, is_in);
    for (size_t i = 0; i < jumps->count; i++) {
        const struct tm_remote_patch* place = &jumps->places[i];
        if (jumps->is_written[i] && !is_in[i]) tm_write(target, place->address, jumps->before[i], place->size);
    }
}

/* While all threads are stopped. */
static const char* change(const struct tm_target* target, struct tm_jumps* jumps,
                          void (*how)(const struct tm_target*, struct tm_jumps*, bool* is_in)) {
    struct tm_threads threads;
    bool* is_in = calloc(jumps->count + 1, sizeof *is_in);
    if (is_in == NULL) return "out of memory";
    const char* problem = stop(target, jumps, &threads, is_in);
    jumps->functions = 0;
    if (problem == NULL) {
        how(target, jumps, is_in);
        tm_release_all(&threads);
    }
    free(is_in);
    return problem;
}

const char* tm_write_jumps(const struct tm_target* target, struct tm_jumps* jumps) { return change(target, jumps, write_all); }

const char* tm_take_jumps_away(const struct tm_target* target, struct tm_jumps* jumps) { return change(target, jumps, take_all_away); }
