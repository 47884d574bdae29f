#include "forked.h"

#include <stdatomic.h>
#include <sys/types.h>
#include <unistd.h>

bool tm_is_forked(void) {
    static _Atomic pid_t first;
    pid_t known = 0, process = getpid();
    return !atomic_compare_exchange_strong(&first, &known, process) && known != process;
}
