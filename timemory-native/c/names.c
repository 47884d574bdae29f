#include "names.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "disabled.h"
#include "kotlin.h"
#include "crash_log.h"
#include "fast_path.h"
#include "process.h"

enum { MAX_NAMES = 65536, TABLE = 2 * MAX_NAMES, REMEMBERED = 256 };

/* All names, by hash: added under the lock, never removed. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known {
    uint64_t hash;
    char* text;
    int32_t number;
} * table;
static int32_t count;

/* Their texts by number, for code that must not wait for the lock. */
static const char** texts;

/* A name remembered by a thread. */
struct remembered {
    const char* address;
    const char* text;
    int32_t number;
};

/* A pointer, because a thread that loads the library late has little room for thread-local variables. */
static __thread struct remembered* memory __attribute__((tls_model("initial-exec")));
static pthread_key_t forget;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_memory(void* unused) {
    (void)unused;
    struct remembered* gone = memory; /* cleared first: a signal handler may run in between and push */
    memory = NULL;
    atomic_signal_fence(memory_order_seq_cst);
    free(gone);
    tm_abandon_cached_region();
    tm_release_crash_log();
}

static void make_key(void) { pthread_key_create(&forget, free_memory); }

static uint64_t hash_of(const char* text) {
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* Returns the name's entry in the table; NULL if it is full or there is no memory. */
static struct known* find(const char* name) {
    if (texts == NULL && (texts = calloc(MAX_NAMES, sizeof *texts)) == NULL) return NULL;
    if (table == NULL && (table = calloc(TABLE, sizeof *table)) == NULL) return NULL;
    uint64_t hash = hash_of(name);
    for (size_t i = hash % TABLE;; i = (i + 1) % TABLE) {
        struct known* entry = &table[i];
        if (entry->text == NULL) {
            if (count == MAX_NAMES) return NULL;
            char* text = strdup(name);
            if (text == NULL) return NULL;
            entry->hash = hash;
            entry->number = count++;
            tm_name(entry->number, text);
            entry->text = text;
            __atomic_store_n(&texts[entry->number], text, __ATOMIC_RELEASE);
            return entry;
        }
        if (entry->hash == hash && strcmp(entry->text, name) == 0) return entry;
    }
}

static int32_t look_up(const char* name, struct remembered* slot) {
    tm_hold_cancelling(); /* may wait for the lock, and for memory */
    pthread_mutex_lock(&lock);
    struct known* entry = find(name);
    pthread_mutex_unlock(&lock);
    if (entry == NULL) return -1;
    if (slot != NULL) {
        slot->address = name;
        slot->text = entry->text;
        slot->number = entry->number;
    }
    return entry->number;
}

static int32_t begin_to_remember(const char* name) {
    tm_hold_cancelling();
    tm_begin_unasked();
    pthread_once(&once, make_key);
    memory = calloc(REMEMBERED, sizeof *memory);
    pthread_setspecific(forget, memory); /* so that its end is noticed */
    if (memory != NULL) {
        tm_thread_began();
        tm_acquire_crash_log();
    }
    return look_up(name, NULL);
}

const char* tm_name_of(int32_t number) {
    const char** all = __atomic_load_n(&texts, __ATOMIC_ACQUIRE);
    return all == NULL || number < 0 || number >= MAX_NAMES ? NULL : __atomic_load_n(&all[number], __ATOMIC_ACQUIRE);
}

int32_t tm_number_of(const char* name) {
    struct remembered* slots = memory;
    if (__builtin_expect(slots == NULL, 0)) return begin_to_remember(name);
    uintptr_t address = (uintptr_t)name;
    struct remembered* slot = &slots[(address ^ address >> 8) % REMEMBERED];
    if (slot->address == name && strcmp(slot->text, name) == 0) return slot->number;
    return look_up(name, slot);
}
