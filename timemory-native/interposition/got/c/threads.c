/*
 * Cells that threads count in. Each thread has its own, so counting takes no atomic operation and shares no cache line. When a thread ends,
 * its counts are added to those of earlier threads, and its cells are reused by the next thread. Calls that it makes after that (the C
 * library frees its memory) are added to the same sum directly.
 */
#define _GNU_SOURCE
#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

#include "hook_registry.h"

__thread struct tm_got_thread tm_got_thread;

struct cells {
    struct tm_cell cell[TM_HOOK_LINKS];
    struct tm_cell before[TM_HOOK_LINKS]; /* the counts when the hook was made; written with the lock */
    struct cells* next;
    atomic_bool is_used;
};

static _Atomic(struct cells*) all;
static struct tm_cell ended[TM_HOOK_LINKS]; /* added to atomically */
static pthread_key_t key;
static bool has_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void add_to_ended(size_t cell, uint64_t calls, int64_t sum) {
    __atomic_fetch_add(&ended[cell].calls, calls, __ATOMIC_RELAXED);
    __atomic_fetch_add(&ended[cell].sum, sum, __ATOMIC_RELAXED);
}

static void give_back(struct cells* cells) {
    tm_lock();
    for (uint32_t i = 0; i < tm_hook_count; i++) {
        add_to_ended(i, cells->cell[i].calls, cells->cell[i].sum);
        cells->cell[i] = cells->before[i] = (struct tm_cell){0, 0};
    }
    tm_unlock();
    atomic_store(&cells->is_used, false);
}

static void end_of_thread(void* unused) {
    (void)unused;
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++;
    tm_forget_open(thread);
    struct cells* cells = (struct cells*)thread->cells;
    thread->cells = NULL;
    if (cells != NULL) give_back(cells);
    if (++thread->ends < TM_ENDS) tm_watch_end_of_thread(); /* again, after the other destructors */
    thread->guard--;
}

static void make_key(void) { has_key = pthread_key_create(&key, end_of_thread) == 0; }

bool tm_watch_end_of_thread(void) {
    pthread_once(&once, make_key);
    return has_key && pthread_setspecific(key, &tm_got_thread) == 0;
}

static struct cells* used_before(void) {
    for (struct cells* one = atomic_load(&all); one != NULL; one = one->next) {
        bool is_used = false;
        if (atomic_compare_exchange_strong(&one->is_used, &is_used, true)) return one;
    }
    return NULL;
}

static struct cells* new_cells(void) {
    struct cells* one = mmap(NULL, sizeof *one, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (one == MAP_FAILED) return NULL;
    atomic_store(&one->is_used, true);
    one->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &one->next, one)) continue;
    return one;
}

static bool make_cells(struct tm_got_thread* thread) {
    if (tm_has_ended(thread)) return false;
    int error = errno; /* the caller of the function may read its old value */
    thread->guard++;
    struct cells* cells = tm_watch_end_of_thread() ? used_before() : NULL;
    if (cells == NULL) cells = new_cells();
    thread->cells = (char*)cells;
    thread->guard--;
    errno = error;
    return cells != NULL;
}

/* Called with the arguments in registers. Counts the call itself if the thread has ended. */
extern int tm_got_new_cells(const struct tm_hook_link* link, const int64_t* integers) __attribute__((visibility("hidden")));
int tm_got_new_cells(const struct tm_hook_link* link, const int64_t* integers) {
    enum { REGISTERS = 6 };
    struct tm_got_thread* thread = &tm_got_thread;
    if (make_cells(thread)) return true;
    const struct tm_hook_of* of = &link->hook->of;
    bool has_sum = of->argument >= 0 && of->argument < REGISTERS;
    int64_t argument = has_sum ? integers[of->argument] : 0;
    if (tm_has_ended(thread)) add_to_ended(link->hook->cell, 1, of->is_half ? (int64_t)(uint32_t)argument : argument);
    return false;
}

struct tm_counted* tm_got_cells(void) {
    struct tm_got_thread* thread = &tm_got_thread;
    if (thread->cells == NULL) make_cells(thread);
    return (struct tm_counted*)thread->cells;
}

size_t tm_got_cell_of(const struct tm_hook* hook) { return hook->cell; }

/* Only its own thread writes a cell; any thread reads it. */
static struct tm_counted value_of(const struct tm_cell* cell) {
    return (struct tm_counted){__atomic_load_n(&cell->calls, __ATOMIC_RELAXED), __atomic_load_n(&cell->sum, __ATOMIC_RELAXED)};
}

static struct tm_counted without(struct tm_counted counted, struct tm_counted before) {
    return (struct tm_counted){counted.calls - before.calls, (int64_t)((uint64_t)counted.sum - (uint64_t)before.sum)};
}

struct tm_counted tm_got_counted_here(const struct tm_hook* hook) {
    struct cells* cells = (struct cells*)tm_got_thread.cells;
    if (cells == NULL) return (struct tm_counted){0};
    return without(value_of(&cells->cell[hook->cell]), value_of(&cells->before[hook->cell]));
}

static struct tm_counted counted_in_all(const struct tm_hook* hook) {
    struct tm_counted counted = value_of(&ended[hook->cell]);
    for (struct cells* one = atomic_load(&all); one != NULL; one = one->next) {
        struct tm_counted part = value_of(&one->cell[hook->cell]);
        counted.calls += part.calls;
        counted.sum += part.sum;
    }
    return counted;
}

struct tm_counted tm_got_counted(const struct tm_hook* hook) {
    tm_lock();
    struct tm_counted counted = counted_in_all(hook);
    tm_unlock();
    return without(counted, hook->before);
}

void tm_count_anew(struct tm_hook* hook) {
    for (struct cells* one = atomic_load(&all); one != NULL; one = one->next) {
        struct tm_counted counted = value_of(&one->cell[hook->cell]);
        __atomic_store_n(&one->before[hook->cell].calls, counted.calls, __ATOMIC_RELAXED);
        __atomic_store_n(&one->before[hook->cell].sum, counted.sum, __ATOMIC_RELAXED);
    }
    hook->before = counted_in_all(hook);
}
