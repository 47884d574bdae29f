/* Replaces libnccl.so.2: NCCL's signatures, and functions that do nothing except what their tests check. */
#include <stddef.h>

enum { SUCCESS = 0, INVALID_ARGUMENT = 4, IN_PROGRESS = 7 };

/* A communicator is the number of the rank; one below 0 fails, and one of 100 does not block. */
static int result(const void* comm) { return (long)comm < 0 ? INVALID_ARGUMENT : (long)comm == 100 ? IN_PROGRESS : SUCCESS; }

int ncclReduce(const void* send, void* receive, size_t count, int type, int op, int root, void* comm, void* stream) {
    (void)send, (void)receive, (void)count, (void)type, (void)op, (void)root, (void)stream;
    return result(comm);
}
int ncclBroadcast(const void* send, void* receive, size_t count, int type, int root, void* comm, void* stream) {
    (void)send, (void)receive, (void)count, (void)type, (void)root, (void)stream;
    return result(comm);
}
/* As NCCL does, with its own function, which a preloaded library also interposes. */
int ncclBcast(void* buffer, size_t count, int type, int root, void* comm, void* stream) {
    return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}
int ncclAllReduce(const void* send, void* receive, size_t count, int type, int op, void* comm, void* stream) {
    (void)send, (void)receive, (void)count, (void)type, (void)op, (void)stream;
    return result(comm);
}
int ncclReduceScatter(const void* send, void* receive, size_t count, int type, int op, void* comm, void* stream) {
    (void)send, (void)receive, (void)count, (void)type, (void)op, (void)stream;
    return result(comm);
}
int ncclAllGather(const void* send, void* receive, size_t count, int type, void* comm, void* stream) {
    (void)send, (void)receive, (void)count, (void)type, (void)stream;
    return result(comm);
}
int ncclSend(const void* buffer, size_t count, int type, int peer, void* comm, void* stream) {
    (void)buffer, (void)count, (void)type, (void)peer, (void)stream;
    return result(comm);
}
#ifndef OLD
int ncclRecv(void* buffer, size_t count, int type, int peer, void* comm, void* stream) {
    (void)buffer, (void)count, (void)type, (void)peer, (void)stream;
    return result(comm);
}
#endif
int ncclCommCuDevice(const void* comm, int* device) {
    *device = 3;
    return result(comm);
}
int ncclCommUserRank(const void* comm, int* rank) {
    *rank = (int)(long)comm;
    return result(comm);
}
int ncclGroupStart(void) { return SUCCESS; }
int ncclGroupEnd(void) { return SUCCESS; }
