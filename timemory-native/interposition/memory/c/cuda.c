/*
 * Allocations by the CUDA runtime: device memory, managed memory, and pinned host memory.
 *
 * The size of such a block cannot be queried, so sizes are stored from allocation to release: allocating on a device takes microseconds, so
 * the cost of a table with one lock is negligible. Blocks allocated before counting started are freed with a size of 0.
 */
#include "allocators.h"

typedef int cuda_error; /* 0: none */

static void came(enum tm_allocation by, cuda_error error, void* const* block, size_t bytes) {
    if (error != 0 || block == NULL || *block == NULL) return;
    tm_keep_size(*block, (int64_t)bytes);
    tm_allocated(by, *block, bytes, (int64_t)bytes);
}

/*
 * The stored size is removed before the block is freed, because another thread may get the address right afterwards, and restored if it was
 * not freed.
 */
static void goes(enum tm_allocation by, void* block, cuda_error (*release)(void* block, void* stream), void* stream, cuda_error* error) {
    int64_t size = block == NULL ? 0 : tm_take_size(block);
    struct tm_owner* owner = block != NULL && tm_blocks_kept() ? tm_block_goes(block) : NULL;
    *error = release(block, stream);
    if (block == NULL) return;
    if (*error == 0) {
        tm_went(by, size);
        return;
    }
    if (size != 0) tm_keep_size(block, size);
    if (owner != NULL) tm_block_stays(block, size, owner);
}

/* The parameters of a function between the address and the end, one of which is the size. */
#define ALLOCATES(function, kind, bytes, parameters, ...) \
    static cuda_error(*next_##function) parameters;       \
    static cuda_error counted_##function parameters {     \
        cuda_error error = next_##function(__VA_ARGS__);  \
        came(kind, error, block, bytes);                  \
        return error;                                     \
    }
ALLOCATES(cudaMalloc, TM_CUDA_MALLOC, size, (void** block, size_t size), block, size)
ALLOCATES(cudaMallocManaged, TM_CUDA_MALLOC_MANAGED, size, (void** block, size_t size, unsigned flags), block, size, flags)
ALLOCATES(cudaMallocHost, TM_CUDA_MALLOC_HOST, size, (void** block, size_t size), block, size)
ALLOCATES(cudaHostAlloc, TM_CUDA_HOST_ALLOC, size, (void** block, size_t size, unsigned flags), block, size, flags)
ALLOCATES(cudaMallocPitch, TM_CUDA_MALLOC_PITCH, error == 0 ? *pitch * height : 0,
          (void** block, size_t* pitch, size_t width, size_t height), block, pitch, width, height)
ALLOCATES(cudaMallocAsync, TM_CUDA_MALLOC_ASYNC, size, (void** block, size_t size, void* stream), block, size, stream)
ALLOCATES(cudaMallocAsync_ptsz, TM_CUDA_MALLOC_ASYNC, size, (void** block, size_t size, void* stream), block, size, stream)
ALLOCATES(cudaMallocFromPoolAsync, TM_CUDA_MALLOC_ASYNC, size, (void** block, size_t size, void* pool, void* stream), block, size, pool,
          stream)
ALLOCATES(cudaMallocFromPoolAsync_ptsz, TM_CUDA_MALLOC_ASYNC, size, (void** block, size_t size, void* pool, void* stream), block, size,
          pool, stream)

#define FREES(function, kind)                                         \
    static cuda_error (*next_##function)(void*);                      \
    static cuda_error release_##function(void* block, void* stream) { \
        (void)stream;                                                 \
        return next_##function(block);                                \
    }                                                                 \
    static cuda_error counted_##function(void* block) {               \
        cuda_error error;                                             \
        goes(kind, block, release_##function, NULL, &error);          \
        return error;                                                 \
    }
FREES(cudaFree, TM_CUDA_FREE)
FREES(cudaFreeHost, TM_CUDA_FREE_HOST)

#define FREES_IN_STREAM(function)                                         \
    static cuda_error (*next_##function)(void*, void*);                   \
    static cuda_error counted_##function(void* block, void* stream) {     \
        cuda_error error;                                                 \
        goes(TM_CUDA_FREE_ASYNC, block, next_##function, stream, &error); \
        return error;                                                     \
    }
FREES_IN_STREAM(cudaFreeAsync)
FREES_IN_STREAM(cudaFreeAsync_ptsz)

#define COUNTED(function) \
    { #function, (void*)counted_##function, (void**)&next_##function, NULL }

struct tm_allocator tm_cuda_allocators[TM_CUDA_ALLOCATORS] = {
    COUNTED(cudaMalloc),
    COUNTED(cudaMallocManaged),
    COUNTED(cudaMallocHost),
    COUNTED(cudaHostAlloc),
    COUNTED(cudaMallocPitch),
    COUNTED(cudaMallocAsync),
    COUNTED(cudaMallocAsync_ptsz),
    COUNTED(cudaMallocFromPoolAsync),
    COUNTED(cudaMallocFromPoolAsync_ptsz),
    COUNTED(cudaFree),
    COUNTED(cudaFreeHost),
    COUNTED(cudaFreeAsync),
    COUNTED(cudaFreeAsync_ptsz),
};
