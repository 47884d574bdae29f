/* The standard error stream is never read, and its pipe is full: threads that report something continue. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "check.h"
#include "timemory/library.h"

enum { SECONDS = 60 };

/* The program's own messages need it again at the end. */
static int fill_stderr(void) {
    int usual = dup(STDERR_FILENO), ends[2];
    check(usual >= 0 && pipe2(ends, O_NONBLOCK) == 0, "pipe");
    char block[4096] = "";
    while (write(ends[1], block, sizeof block) > 0) {}
    check(fcntl(ends[1], F_SETFL, 0) == 0 && dup2(ends[1], STDERR_FILENO) == STDERR_FILENO, "full pipe");
    return usual;
}

int main(void) {
    alarm(SECONDS);
    timemory_init_library(0, NULL);
    int usual = fill_stderr();
    timemory_push_region("before");
    timemory_pop_region("before");
    timemory_pop_region("never pushed");
    timemory_end_record(12345);
    timemory_push_region("after");
    timemory_pop_region("after");
    check(dup2(usual, STDERR_FILENO) == STDERR_FILENO, "usual stream");
    timemory_finalize_library();
    return 0;
}
