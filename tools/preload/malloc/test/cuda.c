/* Allocates through the CUDA runtime, or its replacement (cudart.c), in a region. Status 1 where something fails that should not. */
#include <stddef.h>
#include <timemory/timemory.h>

extern int cudaMalloc(void** block, size_t size);
extern int cudaMallocManaged(void** block, size_t size, unsigned flags);
extern int cudaMallocHost(void** block, size_t size);
extern int cudaHostAlloc(void** block, size_t size, unsigned flags);
extern int cudaMallocPitch(void** block, size_t* pitch, size_t width, size_t height);
extern int cudaMallocAsync(void** block, size_t size, void* stream);
extern int cudaMallocFromPoolAsync(void** block, size_t size, void* pool, void* stream);
extern int cudaFree(void* block);
extern void (*cudart_before_return)(void*);
extern int cudaFreeHost(void* block);
extern int cudaFreeAsync(void* block, void* stream);

/* Like another thread that receives the address as soon as it is free, before the call has returned. */
static void take_again(void* block) {
    void* again;
    cudart_before_return = NULL;
    timemory_push_components("memory_leaks");
    timemory_push_region("again");
    cudaMallocAsync(&again, 700, NULL);
    timemory_pop_region("again");
    timemory_pop_components();
    (void)block;
}

int main(void) {
    void *before, *device, *managed, *host, *locked, *pitched, *in_stream, *of_pool;
    size_t pitch;
    int errors = cudaMalloc(&before, 4096);
    timemory_push_components("malloc_gotcha,memory_leaks");
    timemory_push_region("device");
    errors += cudaMalloc(&device, 1000);
    errors += cudaMallocManaged(&managed, 2000, 1);
    errors += cudaMallocHost(&host, 3000);
    errors += cudaHostAlloc(&locked, 4000, 0);
    errors += cudaMallocPitch(&pitched, &pitch, 100, 10);
    errors += cudaMallocAsync(&in_stream, 6000, NULL);
    errors += cudaMallocFromPoolAsync(&of_pool, 500, &before, NULL);
    if (cudaMalloc(&device, (size_t)1 << 40) == 0) errors++; /* too much: *block stays */
    errors += cudaFree(NULL);
    if (cudaFree(&before) == 0) errors++; /* no block */
    errors += cudaFree(before);
    errors += cudaFree(device);
    errors += cudaFreeHost(host);
    errors += cudaFreeHost(locked);
    errors += cudaFree(pitched);
    cudart_before_return = take_again;
    errors += cudaFreeAsync(in_stream, NULL);
    if (cudaMallocPitch(&pitched, NULL, 100, 10) == 0) errors++; /* pitch is not looked at */
    timemory_pop_region("device");
    return errors == 0 ? 0 : 1;
}
