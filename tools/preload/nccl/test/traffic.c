/* Calls of NCCL whose bytes are known exactly: see test_nccl.py. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef LINKED
#include "timemory/library.h"
#include "timemory/tools/timemory-ncclp.h"
#endif

enum { INT8, UINT8, INT32, UINT32, INT64, UINT64, FLOAT16, FLOAT32, FLOAT64, BFLOAT16, FLOAT8_A, FLOAT8_B };

extern int ncclReduce(const void*, void*, size_t, int, int, int, void*, void*);
extern int ncclBcast(void*, size_t, int, int, void*, void*);
extern int ncclBroadcast(const void*, void*, size_t, int, int, void*, void*);
extern int ncclAllReduce(const void*, void*, size_t, int, int, void*, void*);
extern int ncclReduceScatter(const void*, void*, size_t, int, int, void*, void*);
extern int ncclAllGather(const void*, void*, size_t, int, void*, void*);
extern int ncclSend(const void*, size_t, int, int, void*, void*);
extern int ncclRecv(void*, size_t, int, int, void*, void*);
extern int ncclCommCuDevice(const void*, int*);
extern int ncclCommUserRank(const void*, int*);
extern int ncclGroupStart(void);
extern int ncclGroupEnd(void);

static void* const FAILS = (void*)-1;
static void* const DOES_NOT_BLOCK = (void*)100;
static void* const COMM = (void*)5;

static void* many(void* unused) {
    for (int i = 0; i < 100; i++) ncclAllReduce(NULL, NULL, 10, FLOAT32, 0, COMM, NULL);
    return unused;
}

static void all(void) {
    int device = 0, rank = 0, failed = 0;
    failed |= ncclCommCuDevice(COMM, &device) | ncclCommUserRank(COMM, &rank);
    failed |= ncclReduce(NULL, NULL, 100, FLOAT64, 0, 2, COMM, NULL);
    failed |= ncclBcast(NULL, 10, INT32, 0, COMM, NULL);
    failed |= ncclBroadcast(NULL, NULL, 7, UINT8, 1, COMM, NULL);
    for (int type = INT8; type <= FLOAT8_B; type++) failed |= ncclAllReduce(NULL, NULL, 1000, type, 0, COMM, NULL);
    failed |= ncclReduceScatter(NULL, NULL, 3, BFLOAT16, 0, COMM, NULL);
    failed |= ncclAllGather(NULL, NULL, 5, FLOAT16, COMM, NULL);
    failed |= ncclGroupStart();
    for (int peer = 0; peer < 3; peer++) {
        failed |= ncclSend(NULL, 8, INT64, peer, COMM, NULL);
        failed |= ncclRecv(NULL, 9, UINT64, peer, COMM, NULL);
    }
    failed |= ncclGroupEnd();
    printf("device %d, rank %d, failed %d\n", device, rank, failed);
}

int main(int argc, char** argv) {
    const char* how = argc > 1 ? argv[1] : "all";
    if (strcmp(how, "all") == 0) {
        all();
    } else if (strcmp(how, "fails") == 0) {
        printf("%d ", ncclAllReduce(NULL, NULL, 1000, FLOAT32, 0, FAILS, NULL));
        printf("%d\n", ncclAllReduce(NULL, NULL, 1000, FLOAT32, 0, DOES_NOT_BLOCK, NULL));
    } else if (strcmp(how, "large") == 0) {
        ncclSend(NULL, SIZE_MAX, FLOAT64, 0, COMM, NULL);
        ncclSend(NULL, 1, FLOAT64, 0, COMM, NULL);
        ncclAllGather(NULL, NULL, (size_t)1 << 40, FLOAT64, COMM, NULL);
    } else if (strcmp(how, "unknown") == 0) {
        for (int i = 0; i < 3; i++) ncclAllReduce(NULL, NULL, 1000, 99, 0, COMM, NULL);
        ncclAllReduce(NULL, NULL, 1000, -1, 0, COMM, NULL);
        ncclAllReduce(NULL, NULL, 10, INT8, 0, COMM, NULL);
    } else if (strcmp(how, "threads") == 0) {
        pthread_t thread[4];
        for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, many, NULL);
        for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
    } else if (strcmp(how, "missing") == 0) {
        for (int i = 0; i < 2; i++) printf("%d\n", ncclRecv(NULL, 9, UINT64, 0, COMM, NULL));
#ifdef LINKED
    } else if (strcmp(how, "start") == 0) {
        uint64_t first = timemory_start_ncclp(), second = timemory_start_ncclp_();
        ncclGroupStart();
        printf("%d", (int)timemory_stop_ncclp(first));
        ncclGroupStart();
        printf("%d", (int)timemory_stop_ncclp_(&second));
        printf("%d\n", timemory_stop_ncclp(second) == second);
        ncclGroupStart();
    } else if (strcmp(how, "register") == 0) {
        timemory_register_ncclp();
        ncclGroupStart();
        timemory_deregister_ncclp();
        ncclGroupStart();
    } else if (strcmp(how, "handle") == 0) {
        timemory_push_components("ncclp_handle,wall_clock");
        timemory_push_region("measured");
        timemory_push_region("within");
        ncclGroupStart();
        timemory_pop_region("within");
        ncclGroupEnd();
        timemory_pop_region("measured");
        ncclGroupEnd();
#endif
    }
    puts("done");
    return 0;
}
