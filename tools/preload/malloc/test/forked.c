/*
 * A child that is forked while another thread changes the table of blocks inherits that thread's locks, which nothing releases. It must not
 * wait for them, and the parent's table stays right.
 */
#include "blocks.c"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#define check(condition)                                                        \
    do {                                                                        \
        if (condition) break;                                                   \
        fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
        _exit(1);                                                               \
    } while (0)

static int held[2], release[2];
static char block[16], other[16];

static void* hold(void* unused) {
    char one = 'x';
    check(lock(part_of(hash_of(block))) && lock(&sizes));
    check(write(held[1], &one, 1) == 1 && read(release[0], &one, 1) == 1);
    unlock(part_of(hash_of(block)));
    unlock(&sizes);
    return unused;
}

int main(void) {
    static struct tm_owner owner;
    pthread_t holder;
    char one = 'x';
    int status;
    check(pipe(held) == 0 && pipe(release) == 0);
    tm_block_stays(block, 10, &owner);
    tm_keep_size(block, 20);
    check(owner.bytes == 10 && pthread_create(&holder, NULL, hold, NULL) == 0 && read(held[0], &one, 1) == 1);
    pid_t child = fork();
    check(child >= 0);
    if (child == 0) {
        alarm(60);
        check(tm_block_goes(block) == NULL); /* not known, because it may be half written */
        tm_block_stays(block, 30, &owner);
        tm_keep_size(other, 1);
        check(tm_take_size(block) == 0 && owner.bytes == 10);
        tm_forget_blocks();
        _exit(0);
    }
    check(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check(write(release[1], &one, 1) == 1 && pthread_join(holder, NULL) == 0);
    check(tm_take_size(block) == 20 && tm_block_goes(block) == &owner && owner.bytes == 0 && owner.blocks == 0);
    return 0;
}
