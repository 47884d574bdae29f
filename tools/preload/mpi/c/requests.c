#include "requests.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

struct kept {
    struct kept* next;
    tm_handle request;
    struct tm_data data;
};

static struct kept* kept[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static tm_handle handle_at(struct tm_handles requests, int index) {
    if (requests.of_fortran || tm_facts()->handle_size == 4) return ((const int*)requests.at)[index];
    return ((const tm_handle*)requests.at)[index];
}

/* In Open MPI, Fortran handles are indexes of a table: the same request has another handle in C, so each language finds its own. */
static struct kept** place_of(tm_handle request) {
    uint64_t mixed = (uint64_t)request * 0x9e3779b97f4a7c15u;
    struct kept** link = &kept[mixed >> 54];
    while (*link != NULL && (*link)->request != request) link = &(*link)->next;
    return link;
}

void tm_keep(struct tm_data* data, struct tm_handles request) {
    tm_handle handle = handle_at(request, 0);
    pthread_mutex_lock(&lock);
    struct kept** place = place_of(handle);
    if (*place == NULL && (*place = calloc(1, sizeof **place)) != NULL) (*place)->request = handle;
    if (*place != NULL) (*place)->data = *data;
    pthread_mutex_unlock(&lock);
    memset(data, 0, sizeof *data);
}

void tm_add_kept(struct tm_data* data, struct tm_handles requests, int index) {
    pthread_mutex_lock(&lock);
    const struct kept* known = *place_of(handle_at(requests, index));
    int64_t bytes = known == NULL ? 0 : known->data.bytes;
    if (__builtin_add_overflow(data->bytes, bytes, &data->bytes)) data->bytes = INT64_MAX;
    for (int i = 0; known != NULL && i < known->data.parts && data->parts < TM_MAX_PARTS; i++) {
        data->part[data->parts++] = known->data.part[i];
    }
    pthread_mutex_unlock(&lock);
}

void tm_forget_kept(struct tm_handles request) {
    pthread_mutex_lock(&lock);
    struct kept** place = place_of(handle_at(request, 0));
    struct kept* known = *place;
    if (known != NULL) *place = known->next;
    pthread_mutex_unlock(&lock);
    free(known);
}
