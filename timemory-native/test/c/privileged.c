/*
 * A program with the set-user-ID bit, started by an unprivileged user: that user's environment and arguments are ignored, and nothing is
 * measured. Takes root, and a file system that has the bit.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "timemory/bundle.h"
#include "timemory/library.h"
#include "timemory/results.h"

enum { NOBODY = 65534, NO_RIGHTS = 77 };

/* The actions of the copy. */
static int measure(int argc, char** argv) {
    if (getauxval(AT_SECURE) == 0) return NO_RIGHTS;
    timemory_init_library(argc, argv);
    char* path = timemory_setting("OUTPUT_PATH");
    /* It is empty if libtimemory-jump.so does nothing, because it then does not let the caller name a library either. */
    check(path == NULL || *path == '\0' || strcmp(path, "timemory-output") == 0, "the path of the output is not what the caller says");
    timemory_free(path);
    timemory_resume();
    timemory_push_region("region");
    timemory_pop_region("region");
    timemory_finalize_library();
    timemory_init_library(argc, argv);
    timemory_set_environ("TIMEMORY_FILE_OUTPUT", "true", 1, 1);
    check(!timemory_change_setting("FILE_OUTPUT", "true") && !timemory_change_setting("ENABLED", "true"), "no setting is changed");
    timemory_resume();
    timemory_push_region("region");
    timemory_pop_region("region");
    timemory_finalize_library();
    return 0;
}

/* This program at "copy", owned by root and with the bit, open to be started: the folder around it does not matter. */
static int open_copy(void) {
    struct stat own;
    int from = open("/proc/self/exe", O_RDONLY), to = open("copy", O_WRONLY | O_CREAT | O_TRUNC, 0755);
    check(from >= 0 && to >= 0 && fstat(from, &own) == 0, "a copy");
    while (own.st_size > 0) {
        ssize_t sent = sendfile(to, from, NULL, (size_t)own.st_size);
        check(sent > 0, "a copy of it all");
        own.st_size -= sent;
    }
    check(fchmod(to, 04755) == 0, "the bit");
    close(from);
    close(to);
    int copy = open("copy", O_PATH);
    check(unlink("copy") == 0, "nobody else starts it");
    return copy;
}

int main(int argc, char** argv) {
    if (argc > 1 && strcmp(argv[1], "measure") == 0) return measure(argc, argv);
    if (getuid() != 0) {
        puts("skipped: this user cannot make such a program");
        return 0;
    }
    int copy = open_copy();
    check(mkdir("output", 0777) == 0 && chmod("output", 0777) == 0, "a folder for the output");
    char* path = realpath("output", NULL);
    char variable[4096];
    snprintf(variable, sizeof variable, "TIMEMORY_OUTPUT_PATH=%s", path);
    pid_t child = fork();
    if (child == 0) {
        check(setgid(NOBODY) == 0 && setuid(NOBODY) == 0, "a user without rights");
        char* const arguments[] = {"copy", "measure", "--timemory-enabled=true", "--timemory-output-path=output", NULL};
        char* const environment[] = {variable, "TIMEMORY_ENABLED=true", "TIMEMORY_FILE_OUTPUT=true", NULL};
        fexecve(copy, arguments, environment);
        _exit(NO_RIGHTS);
    }
    int status;
    check(waitpid(child, &status, 0) == child, "its end");
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_RIGHTS) {
        puts("skipped: there is no set-user-ID bit here");
        return 0;
    }
    check(status == 0, "the copy ends well");
    check(rmdir("output") == 0, "nothing is written where the caller says");
    check(access("timemory-output", F_OK) != 0, "nor to the usual place");
    free(path);
    return 0;
}
