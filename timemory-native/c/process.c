#include "process.h"

#include <pthread.h>

bool tm_may_not_enter = false;

bool tm_entered = false;

static void in_child(void) {
    if (tm_entered) tm_may_not_enter = true;
}

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }
