#include "sections.h"

#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "forked.h"

enum { SIZE = 1024, PIECES = 4096 };

/* Pieces are never moved, so that names are read without a lock. */
struct piece {
    _Atomic(const char*) name[SIZE];
};

static _Atomic(struct piece*) pieces[PIECES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t count;

/* The numbers of sections that were destroyed, to be reused. */
static uint32_t* unused;
static size_t unused_count, unused_room;

static void* names;

static int compare(const void* a, const void* b) { return strcmp(a, b); }

/* A single copy of each name: programs create sections with few names again and again. */
static const char* kept(const char* name) {
    void* found = tfind(name, &names, compare);
    if (found != NULL) return *(const char**)found;
    char* copy = strdup(name);
    if (copy != NULL && tsearch(copy, &names, compare) != NULL) return copy;
    free(copy);
    return NULL;
}

static _Atomic(const char*)* place(uint32_t number) {
    struct piece* piece = number / SIZE < PIECES ? atomic_load_explicit(&pieces[number / SIZE], memory_order_acquire) : NULL;
    return piece == NULL ? NULL : &piece->name[number % SIZE];
}

static uint32_t new_number(void) {
    if (unused_count > 0) return unused[--unused_count];
    if (count / SIZE >= PIECES) return TM_NO_SECTION;
    if (atomic_load(&pieces[count / SIZE]) == NULL) {
        struct piece* piece = calloc(1, sizeof *piece);
        if (piece == NULL) return TM_NO_SECTION;
        atomic_store_explicit(&pieces[count / SIZE], piece, memory_order_release);
    }
    return count++;
}

uint32_t tm_create_section(const char* name) {
    if (tm_is_forked()) return TM_NO_SECTION;
    pthread_mutex_lock(&lock);
    const char* copy = kept(name);
    uint32_t number = copy == NULL ? TM_NO_SECTION : new_number();
    if (number != TM_NO_SECTION) atomic_store_explicit(place(number), copy, memory_order_release);
    pthread_mutex_unlock(&lock);
    return number;
}

const char* tm_section(uint32_t number) {
    _Atomic(const char*)* name = place(number);
    return name == NULL ? NULL : atomic_load_explicit(name, memory_order_acquire);
}

/* A number for which there is no room is not reused. */
static void keep_unused(uint32_t number) {
    if (unused_count == unused_room) {
        size_t room = unused_room == 0 ? 64 : 2 * unused_room;
        uint32_t* more = realloc(unused, room * sizeof *more);
        if (more == NULL) return;
        unused = more;
        unused_room = room;
    }
    unused[unused_count++] = number;
}

void tm_destroy_section(uint32_t number) {
    if (tm_is_forked()) return;
    pthread_mutex_lock(&lock);
    _Atomic(const char*)* name = place(number);
    if (name != NULL && atomic_exchange(name, NULL) != NULL) keep_unused(number);
    pthread_mutex_unlock(&lock);
}
