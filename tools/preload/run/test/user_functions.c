/* User functions, which count how often each measured function starts and ends. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define FUNCTIONS 16

static struct {
    const char* name;
    atomic_int begun, ended;
} counts[FUNCTIONS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int place_of(const char* function) {
    int place = 0;
    pthread_mutex_lock(&lock);
    while (place < FUNCTIONS - 1 && counts[place].name != NULL && strcmp(counts[place].name, function) != 0) place++;
    counts[place].name = function;
    pthread_mutex_unlock(&lock);
    return place;
}

void user_begins(const char* function) { counts[place_of(function)].begun++; }

void user_ends(const char* function) { counts[place_of(function)].ended++; }

__attribute__((destructor)) static void print(void) {
    fprintf(stderr, "user functions:\n");
    for (int i = 0; counts[i].name != NULL; i++) fprintf(stderr, "%s %d %d\n", counts[i].name, counts[i].begun, counts[i].ended);
}
