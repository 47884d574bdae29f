#include "laps.h"

#include <string.h>

#include "blocks.h"
#include "cells.h"

int tm_memory_holders;

#define FUNCTION(name) (int64_t)(intptr_t) #name, (int64_t)(intptr_t)name

const int64_t tm_memory_functions[] = {
    FUNCTION(timemory_memory_count),
    FUNCTION(timemory_memory_end_counting),
    FUNCTION(timemory_memory_begin),
    FUNCTION(timemory_memory_end),
    FUNCTION(timemory_memory_owner),
    FUNCTION(timemory_memory_enter),
    FUNCTION(timemory_memory_leave),
    FUNCTION(timemory_memory_left_bytes),
    FUNCTION(timemory_memory_function),
    FUNCTION(timemory_memory_functions),
    0,
};

enum { ALLOCATED, FREED, NET, PEAK, REQUESTED, ALLOCATIONS, DEALLOCATIONS };

static void read_now(bool of_all, struct tm_memory* memory) {
    if (of_all) tm_memory_of_all(memory);
    else tm_memory_here(memory);
}

static int64_t* now(bool of_all, struct tm_memory_cell* cell) {
    struct tm_memory memory;
    read_now(of_all, &memory);
    int64_t* numbers = cell->answer;
    memset(numbers, 0, sizeof cell->answer);
    for (int i = 0; i < TM_ALLOCATIONS; i++) {
        const struct tm_memory_calls* calls = &memory.of[i];
        numbers[ALLOCATED] += calls->allocated;
        numbers[FREED] += calls->freed;
        numbers[REQUESTED] += calls->requested;
        numbers[tm_frees((enum tm_allocation)i) ? DEALLOCATIONS : ALLOCATIONS] += calls->calls;
    }
    numbers[NET] = memory.net;
    return numbers;
}

const char* timemory_memory_count(void) { return tm_memory_count(); }

/* The session has ended. Process tracking continues: another session may use it. */
void timemory_memory_end_counting(void) {
    if (!tm_memory_is_held()) tm_memory_end();
}

const int64_t* timemory_memory_begin(int64_t of_all) {
    struct tm_memory_cell* cell = tm_memory_is_counting() ? tm_memory_own_cell() : NULL;
    if (cell == NULL) return NULL;
    if (of_all && cell->begun != NULL) {
        const int64_t* begun = cell->begun;
        cell->begun = NULL;
        return begun;
    }
    int64_t peak = of_all ? tm_memory_watch() : tm_memory_begin_peak();
    int64_t* numbers = now(of_all, cell);
    numbers[PEAK] = peak;
    return numbers;
}

const int64_t* timemory_memory_end(int64_t of_all, int64_t net, int64_t peak) {
    struct tm_memory_cell* cell = tm_memory_own_cell();
    if (cell == NULL) return NULL;
    int64_t* numbers = now(of_all, cell);
    int64_t least = numbers[NET] > net ? numbers[NET] - net : 0;
    int64_t highest = least; /* a lower bound, with more regions at once than there are watches */
    if (!of_all) highest = tm_memory_end_peak(peak) - net;
    else if (peak >= 0) highest = tm_memory_unwatch((int)peak);
    numbers[PEAK] = highest > least ? highest : least;
    return numbers;
}

int64_t timemory_memory_functions(int64_t of_all, int64_t* into) {
    struct tm_memory memory;
    if (into == NULL) return TM_ALLOCATIONS;
    read_now(of_all, &memory);
    memcpy(into, memory.of, sizeof memory.of);
    return TM_ALLOCATIONS;
}

const char* timemory_memory_function(int64_t number) { return number < 0 || number >= TM_ALLOCATIONS ? NULL : tm_allocation_names[number]; }
