/*
 * The functions that are called in place of those that allocate and free memory, and count.
 *
 * `operator new` and `delete` of the usual C++ libraries call malloc and free through their slots, and are counted there. If the library
 * that defines malloc also defines them (tcmalloc, jemalloc), they do not, and are counted themselves.
 *
 * A call that a counted function makes to another one through a slot would be counted twice. The C library makes none, except for
 * reallocarray calling realloc and strdup calling malloc, which are not counted themselves for that reason.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocators.h"
#include "symbol_lookup.h"

const char* const tm_allocation_names[TM_ALLOCATIONS] = {
    [TM_MALLOC] = "malloc",
    [TM_CALLOC] = "calloc",
    [TM_REALLOC] = "realloc",
    [TM_POSIX_MEMALIGN] = "posix_memalign",
    [TM_ALIGNED_ALLOC] = "aligned_alloc",
    [TM_MEMALIGN] = "memalign",
    [TM_VALLOC] = "valloc",
    [TM_PVALLOC] = "pvalloc",
    [TM_NEW] = "operator new",
    [TM_FREE] = "free",
    [TM_DELETE] = "operator delete",
    [TM_CUDA_MALLOC] = "cudaMalloc",
    [TM_CUDA_MALLOC_PITCH] = "cudaMallocPitch",
    [TM_CUDA_MALLOC_MANAGED] = "cudaMallocManaged",
    [TM_CUDA_MALLOC_HOST] = "cudaMallocHost",
    [TM_CUDA_HOST_ALLOC] = "cudaHostAlloc",
    [TM_CUDA_MALLOC_ASYNC] = "cudaMallocAsync",
    [TM_CUDA_FREE] = "cudaFree",
    [TM_CUDA_FREE_HOST] = "cudaFreeHost",
    [TM_CUDA_FREE_ASYNC] = "cudaFreeAsync",
};

/* malloc_usable_size of the library whose malloc this process uses. */
static size_t (*size_of)(void*);

static inline void allocated(enum tm_allocation by, void* block, size_t requested) {
    if (block != NULL) tm_allocated(by, block, requested, (int64_t)size_of(block));
}

static inline void freed(enum tm_allocation by, void* block) {
    if (block != NULL) tm_freed(by, block, (int64_t)size_of(block));
}

static void* (*next_malloc)(size_t);
static void* counted_malloc(size_t size) {
    void* block = next_malloc(size);
    allocated(TM_MALLOC, block, size);
    return block;
}

static void* (*next_calloc)(size_t, size_t);
static void* counted_calloc(size_t count, size_t size) {
    void* block = next_calloc(count, size);
    allocated(TM_CALLOC, block, count * size);
    return block;
}

static void* (*next_realloc)(void*, size_t);
static void* counted_realloc(void* block, size_t size) {
    int64_t before = block == NULL ? 0 : (int64_t)size_of(block);
    bool was_kept = block != NULL && tm_blocks_kept();
    struct tm_owner* owner = was_kept ? tm_block_goes(block) : NULL;
    void* moved = next_realloc(block, size);
    bool has_failed = moved == NULL && size != 0; /* then the block is unchanged */
    struct tm_memory_cell* cell = has_failed ? NULL : tm_memory_own_cell();
    if (owner != NULL && has_failed) tm_block_stays(block, before, owner);
    if (cell == NULL || (moved == NULL && block == NULL)) return moved;
    struct tm_memory_calls* calls = &cell->counted.of[TM_REALLOC];
    int64_t now = moved == NULL ? 0 : (int64_t)size_of(moved);
    calls->calls++;
    calls->requested += (int64_t)size;
    calls->allocated += now;
    calls->freed += before;
    tm_memory_change(cell, now - before);
    if (moved != NULL && tm_blocks_kept()) tm_block_came(moved, now);
    return moved;
}

static int (*next_posix_memalign)(void**, size_t, size_t);
static int counted_posix_memalign(void** into, size_t alignment, size_t size) {
    int status = next_posix_memalign(into, alignment, size);
    if (status == 0) allocated(TM_POSIX_MEMALIGN, *into, size);
    return status;
}

#define ALIGNED(function, kind)                                      \
    static void* (*next_##function)(size_t, size_t);                 \
    static void* counted_##function(size_t alignment, size_t size) { \
        void* block = next_##function(alignment, size);              \
        allocated(kind, block, size);                                \
        return block;                                                \
    }
ALIGNED(aligned_alloc, TM_ALIGNED_ALLOC)
ALIGNED(memalign, TM_MEMALIGN)

#define PAGES(function, kind)                      \
    static void* (*next_##function)(size_t);       \
    static void* counted_##function(size_t size) { \
        void* block = next_##function(size);       \
        allocated(kind, block, size);              \
        return block;                              \
    }
PAGES(valloc, TM_VALLOC)
PAGES(pvalloc, TM_PVALLOC)

static void (*next_free)(void*);
static void counted_free(void* block) {
    freed(TM_FREE, block);
    next_free(block);
}

/* C++ functions by their mangled names; exceptions pass through these frames, which have nothing to clean up. */
#define NEW(name, parameters, ...)             \
    static void*(*next##name)parameters;       \
    static void* counted##name parameters {    \
        void* block = next##name(__VA_ARGS__); \
        allocated(TM_NEW, block, size);        \
        return block;                          \
    }
NEW(_Znwm, (size_t size), size)
NEW(_Znam, (size_t size), size)
NEW(_ZnwmRKSt9nothrow_t, (size_t size, const void* nothrow), size, nothrow)
NEW(_ZnamRKSt9nothrow_t, (size_t size, const void* nothrow), size, nothrow)
NEW(_ZnwmSt11align_val_t, (size_t size, size_t alignment), size, alignment)
NEW(_ZnamSt11align_val_t, (size_t size, size_t alignment), size, alignment)
NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, (size_t size, size_t alignment, const void* nothrow), size, alignment, nothrow)
NEW(_ZnamSt11align_val_tRKSt9nothrow_t, (size_t size, size_t alignment, const void* nothrow), size, alignment, nothrow)

#define DELETE(name, parameters, ...)      \
    static void(*next##name) parameters;   \
    static void counted##name parameters { \
        freed(TM_DELETE, block);           \
        next##name(__VA_ARGS__);           \
    }
DELETE(_ZdlPv, (void* block), block)
DELETE(_ZdaPv, (void* block), block)
DELETE(_ZdlPvm, (void* block, size_t size), block, size)
DELETE(_ZdaPvm, (void* block, size_t size), block, size)
DELETE(_ZdlPvRKSt9nothrow_t, (void* block, const void* nothrow), block, nothrow)
DELETE(_ZdaPvRKSt9nothrow_t, (void* block, const void* nothrow), block, nothrow)
DELETE(_ZdlPvSt11align_val_t, (void* block, size_t alignment), block, alignment)
DELETE(_ZdaPvSt11align_val_t, (void* block, size_t alignment), block, alignment)
DELETE(_ZdlPvmSt11align_val_t, (void* block, size_t size, size_t alignment), block, size, alignment)
DELETE(_ZdaPvmSt11align_val_t, (void* block, size_t size, size_t alignment), block, size, alignment)

#define COUNTED(function) \
    { #function, (void*)counted_##function, (void**)&next_##function, NULL }
#define COUNTED_CXX(name) \
    { #name, (void*)counted##name, (void**)&next##name, NULL }

static struct tm_allocator functions[] = {
    COUNTED(malloc),        COUNTED(calloc),   COUNTED(realloc), COUNTED(free),    COUNTED(posix_memalign),
    COUNTED(aligned_alloc), COUNTED(memalign), COUNTED(valloc),  COUNTED(pvalloc),
};

static struct tm_allocator operators[] = {
    COUNTED_CXX(_Znwm),
    COUNTED_CXX(_Znam),
    COUNTED_CXX(_ZnwmRKSt9nothrow_t),
    COUNTED_CXX(_ZnamRKSt9nothrow_t),
    COUNTED_CXX(_ZnwmSt11align_val_t),
    COUNTED_CXX(_ZnamSt11align_val_t),
    COUNTED_CXX(_ZnwmSt11align_val_tRKSt9nothrow_t),
    COUNTED_CXX(_ZnamSt11align_val_tRKSt9nothrow_t),
    COUNTED_CXX(_ZdlPv),
    COUNTED_CXX(_ZdaPv),
    COUNTED_CXX(_ZdlPvm),
    COUNTED_CXX(_ZdaPvm),
    COUNTED_CXX(_ZdlPvRKSt9nothrow_t),
    COUNTED_CXX(_ZdaPvRKSt9nothrow_t),
    COUNTED_CXX(_ZdlPvSt11align_val_t),
    COUNTED_CXX(_ZdaPvSt11align_val_t),
    COUNTED_CXX(_ZdlPvmSt11align_val_t),
    COUNTED_CXX(_ZdaPvmSt11align_val_t),
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* code that holds it waits for no other lock */
static atomic_bool is_counting;
static bool has_operators;

/* Finds the function that calls of this name reach, and its object; false if there is none. */
static bool find(const char* name, void** function, Dl_info* info) {
    struct tm_lookup question = {.object = "", .symbol = (char*)name};
    tm_resolve(&question);
    *function = question.answer;
    return question.answer != NULL && dladdr(question.answer, info) != 0;
}

static bool is_beside_malloc(const char* name, void** function, Dl_info* of_malloc) {
    void* malloc_there;
    Dl_info other;
    return find("malloc", &malloc_there, of_malloc) && find(name, function, &other) && of_malloc->dli_fbase == other.dli_fbase;
}

/* Finds malloc's own function for the size of a block: that of another library would misinterpret its data. */
static const char* find_sizes(void) {
    Dl_info of_malloc = {.dli_fname = "no library"};
    void* found;
    if (is_beside_malloc("malloc_usable_size", &found, &of_malloc)) {
        size_of = (size_t(*)(void*))found;
        return NULL;
    }
    static char why[512]; /* the same for every thread */
    snprintf(why, sizeof why, "allocations are not counted: malloc is from %s, which has no malloc_usable_size", of_malloc.dli_fname);
    return why;
}

static bool switch_all(struct tm_allocator* of, size_t count, bool on) {
    for (size_t i = 0; i < count; i++) {
        if (of[i].hook == NULL && on) {
            of[i].hook = tm_got_hook(&(struct tm_hook_of){
                .function = of[i].function, .replacement = of[i].replacement, .original = of[i].original, .priority = INT32_MIN});
        }
        if (of[i].hook != NULL) tm_got_switch(of[i].hook, on);
        else if (on) return false;
    }
    return true;
}

/* Several threads may do this at once: each continues when all slots are redirected to the counting functions. */
const char* tm_memory_count(void) {
    if (!TM_LEADS_CALLS) return "allocations are not counted: their calls can be redirected on x86-64 only";
    if (atomic_load(&is_counting)) return NULL;
    tm_got_thread.guard++;
    Dl_info of_malloc;
    void* unused;
    const char* why = find_sizes(); /* calls the dynamic linker, whose lock another thread may hold: without our lock */
    bool counts_operators = why == NULL && is_beside_malloc("_Znwm", &unused, &of_malloc);
    if (why == NULL) {
        pthread_mutex_lock(&lock);
        has_operators = counts_operators;
        bool is_done = switch_all(functions, COUNT_OF(functions), true) && switch_all(tm_cuda_allocators, TM_CUDA_ALLOCATORS, true) &&
                       (!counts_operators || switch_all(operators, COUNT_OF(operators), true));
        pthread_mutex_unlock(&lock);
        if (!is_done) why = "allocations are not counted: out of memory, or too many hooks";
        tm_got_apply();
        atomic_store(&is_counting, is_done);
    }
    tm_got_thread.guard--;
    return why;
}

void tm_memory_end(void) {
    tm_got_thread.guard++;
    pthread_mutex_lock(&lock);
    if (atomic_exchange(&is_counting, false)) {
        switch_all(functions, COUNT_OF(functions), false);
        switch_all(tm_cuda_allocators, TM_CUDA_ALLOCATORS, false);
        if (has_operators) switch_all(operators, COUNT_OF(operators), false);
        tm_forget_blocks();
    }
    pthread_mutex_unlock(&lock);
    tm_got_thread.guard--;
}

bool tm_memory_is_counting(void) { return atomic_load(&is_counting); }
