/* A program with its own allocator, whose lock is not reentrant. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char heap[64 << 20];
static size_t used;

static __attribute__((noinline)) char* take(size_t size) {
    size_t at = used;
    used += (size + 31) & ~(size_t)15;
    memcpy(heap + at, &size, sizeof size);
    return heap + at + 16;
}

void* malloc(size_t size) {
    pthread_mutex_lock(&lock);
    char* block = take(size);
    pthread_mutex_unlock(&lock);
    return block;
}

void free(void* block) { (void)block; }

void* calloc(size_t count, size_t size) { return memset(malloc(count * size), 0, count * size); }

void* realloc(void* block, size_t size) {
    size_t old = 0;
    if (block != NULL) memcpy(&old, (char*)block - 16, sizeof old);
    char* other = malloc(size);
    return old == 0 ? other : memcpy(other, block, old < size ? old : size);
}

static __attribute__((noinline)) int work(int i) {
    char* volatile text = malloc(100 + (size_t)i);
    text[0] = 'x';
    text[1] = '\0';
    int length = (int)strlen(text);
    free(text);
    return length;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 500; i++) sum += work(i);
    printf("%d\n", sum);
    return 0;
}
