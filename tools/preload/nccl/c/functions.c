/*
 * The functions that wrap those of NCCL. Calls only enqueue work: the measured time ends when they return, and bytes are counted when the
 * call is made. They are those of one rank's buffer according to the call's arguments: count * size of the type.
 */
#include "call.h"
#include "nccl.h"
#include "log.h"

/* By ncclDataType_t: int8, uint8, int32, uint32, int64, uint64, float16, float32, float64, bfloat16, float8e4m3, float8e5m2. */
static const char SIZES[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};

static int64_t size_of(int type) {
    if (type >= 0 && (size_t)type < sizeof SIZES) return SIZES[type];
    TM_SAY_ONCE("unknown data type %d of NCCL: its bytes are not counted", type);
    return 0;
}

static int64_t bytes_of(size_t count, int type) { return tm_times(count > INT64_MAX ? INT64_MAX : (int64_t)count, size_of(type)); }

/* A failed call transfers nothing; one on a non-blocking communicator may be in progress. */
static bool moves(const struct tm_call* call) {
    enum { SUCCESS = 0, IN_PROGRESS = 7 };
    return call->counts && (call->result == SUCCESS || call->result == IN_PROGRESS);
}

static int end_with(struct tm_call* call, size_t count, int type) {
    if (moves(call)) tm_add_bytes(&call->data, bytes_of(count, type));
    return tm_end(call);
}

static int end_with_peer(struct tm_call* call, const char* kind, int peer, size_t count, int type) {
    if (moves(call)) tm_add_part(&call->data, kind, peer, bytes_of(count, type));
    return tm_end(call);
}

/* Declares the NCCL function, and starts the call with its number. */
#define BEGIN(name, parameters)                 \
    int(*nccl) parameters = tm_nccl(TM_##name); \
    struct tm_call call;                        \
    tm_begin(&call, TM_##name)

int ncclReduce(const void* send, void* receive, size_t count, int type, int op, int root, void* comm, void* stream) {
    BEGIN(ncclReduce, (const void*, void*, size_t, int, int, int, void*, void*));
    call.result = nccl(send, receive, count, type, op, root, comm, stream);
    return end_with_peer(&call, "root", root, count, type);
}

int ncclBcast(void* buffer, size_t count, int type, int root, void* comm, void* stream) {
    BEGIN(ncclBcast, (void*, size_t, int, int, void*, void*));
    call.result = nccl(buffer, count, type, root, comm, stream);
    return end_with_peer(&call, "root", root, count, type);
}

int ncclBroadcast(const void* send, void* receive, size_t count, int type, int root, void* comm, void* stream) {
    BEGIN(ncclBroadcast, (const void*, void*, size_t, int, int, void*, void*));
    call.result = nccl(send, receive, count, type, root, comm, stream);
    return end_with_peer(&call, "root", root, count, type);
}

int ncclAllReduce(const void* send, void* receive, size_t count, int type, int op, void* comm, void* stream) {
    BEGIN(ncclAllReduce, (const void*, void*, size_t, int, int, void*, void*));
    call.result = nccl(send, receive, count, type, op, comm, stream);
    return end_with(&call, count, type);
}

int ncclReduceScatter(const void* send, void* receive, size_t count, int type, int op, void* comm, void* stream) {
    BEGIN(ncclReduceScatter, (const void*, void*, size_t, int, int, void*, void*));
    call.result = nccl(send, receive, count, type, op, comm, stream);
    return end_with(&call, count, type);
}

int ncclAllGather(const void* send, void* receive, size_t count, int type, void* comm, void* stream) {
    BEGIN(ncclAllGather, (const void*, void*, size_t, int, void*, void*));
    call.result = nccl(send, receive, count, type, comm, stream);
    return end_with(&call, count, type);
}

int ncclSend(const void* buffer, size_t count, int type, int peer, void* comm, void* stream) {
    BEGIN(ncclSend, (const void*, size_t, int, int, void*, void*));
    call.result = nccl(buffer, count, type, peer, comm, stream);
    return end_with_peer(&call, "dst", peer, count, type);
}

int ncclRecv(void* buffer, size_t count, int type, int peer, void* comm, void* stream) {
    BEGIN(ncclRecv, (void*, size_t, int, int, void*, void*));
    call.result = nccl(buffer, count, type, peer, comm, stream);
    return end_with_peer(&call, "src", peer, count, type);
}

int ncclCommCuDevice(const void* comm, int* device) {
    BEGIN(ncclCommCuDevice, (const void*, int*));
    call.result = nccl(comm, device);
    return tm_end(&call);
}

int ncclCommUserRank(const void* comm, int* rank) {
    BEGIN(ncclCommUserRank, (const void*, int*));
    call.result = nccl(comm, rank);
    return tm_end(&call);
}

int ncclGroupStart(void) {
    BEGIN(ncclGroupStart, (void));
    call.result = nccl();
    return tm_end(&call);
}

int ncclGroupEnd(void) {
    BEGIN(ncclGroupEnd, (void));
    call.result = nccl();
    return tm_end(&call);
}
